import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeGroups, withSorts } from './hits.ts';
import { pageable, searchBody } from './request.ts';

describe('pages of hits with equal sort values', () => {
  test('show every hit exactly once, whatever the page size', () => {
    const positions = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 });
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
    fc.assert(
      fc.property(positions, sizes, (groups, fitting) => {
        const all = groups.flatMap((count, position) =>
          Array.from({ length: count }, (_, n) => ({ _id: `${position}-${n}`, sort: [position] })),
        );
        expect(pageThrough(all, fitting)).toEqual(all);
      }),
    );
  });
});

/** Like `search_after`: hits that sort after the last one shown. */
function pageThrough(all: readonly { sort: readonly number[] }[], fitting: readonly number[]): unknown[] {
  const shown: unknown[] = [];
  for (let after = -1, page = 0; ; page++) {
    const rest = all.filter(({ sort: [position = 0] }) => position > after);
    if (rest.length === 0) return shown;
    const wanted = fitting[page % fitting.length] ?? 1;
    for (let ask = wanted + 1; ; ask *= 2) {
      const hits = rest.slice(0, ask);
      const count = wholeGroups(hits, Math.min(wanted, hits.length), hits.length < ask);
      if (count === undefined) continue;
      shown.push(...hits.slice(0, count));
      after = hits[count - 1]?.sort[0] ?? Number.POSITIVE_INFINITY;
      break;
    }
  }
}

test('a hit shows the sort values the caller asked for', () => {
  expect(withSorts({ _id: '1', sort: [1, 2, 3] }, 2)).toEqual({ _id: '1', sort: [1, 2] });
  expect(withSorts({ _id: '1', sort: [1] }, 0)).toEqual({ _id: '1' });
  expect(withSorts({ _id: '1' }, 2)).toEqual({ _id: '1' });
});

test('the body of a search is composed of its arguments', () => {
  expect(
    searchBody({
      query: { match_all: {} },
      sort: ['date:desc', 'a', { b: 'asc' }],
      _source: ['a'],
      aggs: { n: {} },
      body: { highlight: {}, query: { overridden: true } },
    }),
  ).toEqual({
    query: { match_all: {} },
    sort: [{ date: 'desc' }, 'a', { b: 'asc' }],
    _source: ['a'],
    aggs: { n: {} },
    highlight: {},
  });
  expect(searchBody({ body: { sort: 'a:desc' } })).toEqual({ sort: [{ a: 'desc' }] });
  expect(() => searchBody({ body: { pit: {} } })).toThrow('"pit" is not allowed in body');
});

test.each([
  [{}, true],
  [{ sort: ['a', { b: { order: 'asc' } }] }, true],
  [{ sort: [{ b: { order: 'asc', format: 'yyyy' } }] }, false],
  [{ from: 10 }, false],
  [{ collapse: {} }, false],
])('whether %j can be paged: %s', (request, expected) => {
  expect(pageable(request)).toBe(expected);
});
