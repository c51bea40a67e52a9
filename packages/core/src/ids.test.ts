import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createId } from './ids.ts';

test('sorts ids by creation time', () => {
  const time = fc.integer({ min: 0, max: Date.UTC(2200, 0) });
  fc.assert(
    fc.property(time, time, (a, b) => {
      fc.pre(a !== b);
      expect(createId(a) < createId(b)).toBe(a < b);
    }),
  );
});

test('creates different ids at the same moment', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => createId(1))).size).toBe(1_000);
});
