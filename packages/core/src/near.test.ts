import { expect, test } from 'vitest';
import { nearest } from './near.ts';

const names = ['get-tables', 'get-schema', 'run-query', 'limit'];

test.each([
  ['get-table', 'get-tables'],
  ['GET-SCHEMA', 'get-schema'],
  ['runquery', 'run-query'],
  ['limti', 'limit'],
  ['limits', 'limit'],
  ['gettabls', 'get-tables'],
])('matches %s to %s', (word, meant) => {
  expect(nearest(word, names)).toBe(meant);
});

test.each(['drop', 'x', '', 'a'.repeat(100)])('matches "%s" to nothing', (word) => {
  expect(nearest(word, names)).toBeUndefined();
});

test('chooses the closest candidate', () => {
  expect(nearest('cats', ['bats-man', 'cat', 'hats'])).toBe('cat');
});
