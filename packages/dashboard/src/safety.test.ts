import { expect, it } from 'vitest';
import { badgesOf } from './safety.ts';

const none = { readOnly: false, destructive: false, idempotent: false, openWorld: false };
const labels = (safety: Partial<typeof none>) => badgesOf({ ...none, ...safety }).map(({ label }) => label);

it('says first what a call does to the world', () => {
  expect(labels({ readOnly: true, idempotent: true })).toEqual(['read-only']);
  expect(labels({})).toEqual(['changes things']);
  expect(labels({ destructive: true, idempotent: true, openWorld: true })).toEqual([
    'destructive',
    'repeatable',
    'reaches outside',
  ]);
});

it('does not call a reading tool destructive, whatever else it declares', () => {
  expect(labels({ readOnly: true, destructive: true })).toEqual(['read-only']);
});
