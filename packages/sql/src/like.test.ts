import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { likeMatcher } from './like.ts';

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
  expect(likeMatcher(pattern)(value)).toBe(matches);
});

test('matches many wildcards in linear time', () => {
  expect(likeMatcher('%a'.repeat(2_000))('a'.repeat(1_999))).toBe(false);
});

test('agrees with the LIKE of SQLite in ASCII', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  const like = database.prepare(String.raw`SELECT ?1 LIKE ?2 ESCAPE '\' AS matches`);
  const pattern = fc.array(fc.constantFrom('a', 'B', '%', '_', '\\%', '\\_', '.'), { maxLength: 8 });
  const value = fc.string({ unit: fc.constantFrom(...'aAb%_.'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, value, (parts, text) => {
      const { matches } = like.get(text, parts.join('')) ?? {};
      expect(likeMatcher(parts.join(''))(text)).toBe(matches === 1);
    }),
    { numRuns: 2_000 },
  );
});
