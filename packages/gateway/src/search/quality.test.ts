import { expect, test } from 'vitest';
import { foundAmong, placesOf, readCorpus } from '../testing/search-corpus.ts';
import { chooseMode, tokenCost } from './mode.ts';

const { definitions, servers, needs } = readCorpus();

test('there are enough tools of enough real servers to judge by', () => {
  expect(definitions.length).toBeGreaterThanOrEqual(300);
  expect(servers).toBeGreaterThanOrEqual(10);
  const names = new Set(definitions.map(({ name }) => name));
  const right = [needs.judged, needs.practice, needs.unseen].flatMap((set) =>
    set.flatMap((need) => need.right),
  );
  expect(right.filter((name) => !names.has(name))).toEqual([]);
});

test('of 20 needs in plain words at least 18 find their tool among the first five', () => {
  expect(needs.judged).toHaveLength(20);
  expect(foundAmong(placesOf(needs.judged, definitions))).toBeGreaterThanOrEqual(18);
});

test('so do most of those in words that nobody thought of', () => {
  expect(foundAmong(placesOf(needs.unseen, definitions))).toBeGreaterThanOrEqual(14);
});

test('so many tools are searched and not listed, unless somebody wants them all', () => {
  const { total } = tokenCost(definitions.map((definition) => ({ serverId: 'any', definition })));
  expect(chooseMode('auto', total)).toBe('search');
  expect(chooseMode('full', total)).toBe('full');
});
