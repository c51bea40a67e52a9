import type { ToolDescription } from '@molehill/api';
import { expect, it } from 'vitest';
import { badgesOf } from './effects.ts';

const none: ToolDescription['effects'] = { worst: 'writes', idempotent: false, openWorld: false };
const labels = (more: Partial<typeof none>) => badgesOf({ ...none, ...more }).map(({ label }) => label);

it('names first what a call can do', () => {
  expect(labels({ worst: 'reads', idempotent: true })).toEqual(['read-only']);
  expect(labels({})).toEqual(['changes things']);
  expect(labels({ worst: 'destroys', idempotent: true, openWorld: true })).toEqual([
    'destructive',
    'repeatable',
    'reaches outside',
  ]);
});
