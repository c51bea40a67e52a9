import type { ToolDescription } from '@molehill/api';
import { expect, it } from 'vitest';
import { badgesOf } from './effects.ts';

const none: ToolDescription['effects'] = { worst: 'writes', idempotent: false, openWorld: false };
const labels = (more: Partial<typeof none>) => badgesOf({ ...none, ...more }).map(({ label }) => label);

it('names the worst effect first', () => {
  expect(labels({ worst: 'reads', idempotent: true })).toEqual(['reads']);
  expect(labels({})).toEqual(['writes']);
  expect(labels({ worst: 'destroys', idempotent: true, openWorld: true })).toEqual([
    'destroys',
    'idempotent',
    'open world',
  ]);
});
