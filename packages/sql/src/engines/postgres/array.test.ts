import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArray } from './array.ts';
import { encodeParams } from './params.ts';

const text = (value: string) => value;

test('what is written as an array is read as the same array', () => {
  const items = fc.array(fc.option(fc.string({ unit: 'binary' }), { nil: null }), { maxLength: 8 });
  fc.assert(
    fc.property(items, (list) => {
      const [written] = encodeParams([list]);
      expect(parseArray(written ?? '', ',', text)).toEqual(list);
    }),
  );
});

test('lists in lists', () => {
  expect(parseArray('{{1,2},{3,NULL}}', ',', Number)).toEqual([
    [1, 2],
    [3, null],
  ]);
  expect(parseArray('{(1,1),(0,0);(3,3),(2,2)}', ';', text)).toEqual(['(1,1),(0,0)', '(3,3),(2,2)']);
  expect(parseArray('{}', ',', text)).toEqual([]);
});

test('a list that begins elsewhere than at 1 stays text', () => {
  expect(parseArray('[0:1]={1,2}', ',', Number)).toBe('[0:1]={1,2}');
});
