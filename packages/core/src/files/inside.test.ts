import { expect, test } from 'vitest';
import { isInside } from './inside.ts';

test.each(['/a/b', '/a/b/', '/a/b/c', '/a/b/..c', '/a/b/c/../d'])('%s is inside /a/b', (path) =>
  expect(isInside('/a/b', path)).toBe(true),
);

test.each(['/a', '/', '/a/bc', '/a/b/..', '/a/b/../c', '/c/a/b'])('%s is outside /a/b', (path) =>
  expect(isInside('/a/b', path)).toBe(false),
);
