import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenizeJson } from './highlight.ts';

it('distinguishes keys, strings, numbers and literals', () => {
  const shown = tokenizeJson('{"a": "b: 1", "c": [-1.5e3, true, null]}').filter(
    ({ kind }) => kind !== 'plain',
  );
  expect(shown.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'key "a"',
    'string "b: 1"',
    'key "c"',
    'number -1.5e3',
    'word true',
    'word null',
  ]);
});

it('keeps every character of any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value, null, 2);
      expect(
        tokenizeJson(json)
          .map(({ text }) => text)
          .join(''),
      ).toBe(json);
    }),
  );
});
