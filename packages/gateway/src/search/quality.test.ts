import { expect, test } from 'vitest';
import { countAnswered, countInTop, type Needs, ranksOf, readCorpus } from '../testing/search-corpus.ts';
import { chooseMode, tokenCost } from './mode.ts';

const { definitions, servers, needs } = readCorpus();

test('the corpus has at least 300 tools of at least 10 real servers', () => {
  expect(definitions.length).toBeGreaterThanOrEqual(300);
  expect(servers).toBeGreaterThanOrEqual(10);
  const names = new Set(definitions.map(({ name }) => name));
  const right = Object.values(needs).flatMap((set: Needs['unseen']) => set.flatMap((need) => need.right));
  expect(right.filter((name) => !names.has(name))).toEqual([]);
});

test('finds the right tool in the top five for at least 18 of 20 needs', () => {
  expect(needs.judged).toHaveLength(20);
  expect(countInTop(ranksOf(needs.judged, definitions))).toBeGreaterThanOrEqual(18);
});

test('finds the right tool in the top five for most needs the synonyms were not written for', () => {
  expect(countInTop(ranksOf(needs.unseen, definitions))).toBeGreaterThanOrEqual(14);
});

test.each([
  ['held-out', [...needs.unseen, ...needs.heldOut], 85],
  ['independent', needs.independent, 70],
])('an answer of 1500 characters names the right tool for at least 80 %% of the %s needs', (_, set, size) => {
  const { answered, longest } = countAnswered(set, definitions);
  expect(set).toHaveLength(size);
  expect(answered / set.length).toBeGreaterThanOrEqual(0.8);
  expect(longest).toBeLessThanOrEqual(1_500);
});

test('auto mode chooses search for the whole corpus, full mode lists it', () => {
  const { total } = tokenCost(definitions.map((definition) => ({ serverId: 'any', definition })));
  expect(chooseMode('auto', total)).toBe('search');
  expect(chooseMode('full', total)).toBe('full');
});
