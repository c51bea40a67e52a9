import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAllowed, matches } from './filter.ts';

test.each([
  ['read', 'read', true],
  ['read', 'read_file', false],
  ['read_*', 'read_file', true],
  ['*_file', 'read_file', true],
  ['*', '', true],
  ['r*d*e', 'read_file', true],
  ['a*a', 'a', false],
  ['a*b*b', 'ab', false],
  ['read.*', 'readxy', false],
  ['***x***', 'axb', true],
  ['Read', 'read', false],
])('pattern %s, name %s: %s', (pattern, name, expected) => {
  expect(matches(pattern, name)).toBe(expected);
});

test('matches like the equivalent regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  const names = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
  fc.assert(
    fc.property(letters, names, (pattern, name) => {
      expect(matches(pattern, name)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name));
    }),
  );
});

test('allows all by default, deny wins over allow, an empty list allows nothing', () => {
  expect(isAllowed('x', {})).toBe(true);
  const rules = { allow: ['read_*', 'list'], deny: ['read_secret'] };
  const names = ['read_file', 'list', 'read_secret', 'write'];
  expect(names.map((name) => isAllowed(name, rules))).toEqual([true, true, false, false]);
  expect(isAllowed('x', { allow: [] })).toBe(false);
});
