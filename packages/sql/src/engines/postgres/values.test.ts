import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeParams } from './params.ts';
import { parseArray } from './values.ts';

const text = (value: string) => value;

test('reads the arrays that encodeParams writes', () => {
  const items = fc.array(fc.option(fc.string({ unit: 'binary' }), { nil: null }), { maxLength: 8 });
  fc.assert(
    fc.property(items, (list) => {
      const [written] = encodeParams([list]);
      expect(parseArray(written ?? '', ',', text)).toEqual(list);
    }),
  );
});

test('reads nested arrays, and the delimiter of the type', () => {
  expect(parseArray('{{1,2},{3,NULL}}', ',', Number)).toEqual([
    [1, 2],
    [3, null],
  ]);
  expect(parseArray('{(1,1),(0,0);(3,3),(2,2)}', ';', text)).toEqual(['(1,1),(0,0)', '(3,3),(2,2)']);
  expect(parseArray('{}', ',', text)).toEqual([]);
});

test('keeps an array with other bounds as text', () => {
  expect(parseArray('[0:1]={1,2}', ',', Number)).toBe('[0:1]={1,2}');
});
