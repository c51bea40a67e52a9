import { expect, test } from 'vitest';
import { matchesLike } from './like.ts';

test.each([
  ['users', 'Users', true],
  ['user', 'users', false],
  ['u%', 'USERS', true],
  ['%e%s', 'users', true],
  ['%x%', 'users', false],
  ['_sers', 'users', true],
  ['_', '', false],
  ['%', '', true],
  ['', '', true],
  ['ÄPFEL%', 'äpfelsorten', true],
  ['a\\_b', 'a_b', true],
  ['a\\_b', 'axb', false],
  ['100\\%', '100%', true],
  ['_x', '😀x', true],
])('LIKE %j and %j: %s', (pattern, value, matches) => {
  expect(matchesLike(pattern, value)).toBe(matches);
});

test('many wildcards cost no more than their number', () => {
  expect(matchesLike('%a'.repeat(2_000), 'a'.repeat(1_999))).toBe(false);
});
