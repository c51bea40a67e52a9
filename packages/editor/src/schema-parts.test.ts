import { expect, test } from 'vitest';
import * as z from 'zod';
import { exactlyOneOf, once } from './schema-parts.ts';

const text = z.string().optional();
const place = z
  .strictObject({ path: text, line: text, function: text, condition: text })
  .superRefine(exactlyOneOf([['path', 'line'], ['function']]));

test.each([
  [{ path: 'a', line: '1' }, true],
  [{ function: 'f', condition: 'x' }, true],
  [{ path: 'a' }, false],
  [{ path: 'a', function: 'f' }, false],
  [{ path: 'a', line: '1', function: 'f' }, false],
  [{ condition: 'x' }, false],
])('%j has exactly one of the sets: %s', (input, isValid) => {
  expect(place.safeParse(input).success).toBe(isValid);
});

test('names the sets and what was given', () => {
  expect(place.safeParse({ path: 'a' }).error?.issues[0]?.message).toBe(
    'expected one of: path and line; function (given: path)',
  );
});

test('an empty set allows none of them', () => {
  const optional = z.strictObject({ id: text }).superRefine(exactlyOneOf([['id'], []]));
  expect(optional.safeParse({}).success).toBe(true);
});

test('makes a value once', () => {
  let made = 0;
  const value = once(() => {
    made += 1;
    return undefined;
  });
  value();
  value();
  expect(made).toBe(1);
});
