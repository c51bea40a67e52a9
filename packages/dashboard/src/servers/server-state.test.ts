import { describe, expect, it } from 'vitest';
import { meaningOf, needsReview } from './server-state.ts';

const now = new Date(2026, 6, 28, 12, 0, 0);

describe('the state of a server', () => {
  it('has a description', () => {
    expect(meaningOf({ state: 'waiting' }, now)).toContain('approved');
    expect(meaningOf({ state: 'idle' }, now)).toContain('first use');
  });

  it('says when a failed server is retried', () => {
    const nextAttemptAt = new Date(2026, 6, 28, 12, 0, 8).toISOString();
    expect(meaningOf({ state: 'backing-off', nextAttemptAt }, now)).toContain('after 12:00:08');
  });

  it('needs a review before the first start and after definitions changed', () => {
    const changed = { name: 'note', kind: 'changed', hash: 'h', diff: '' } as const;
    expect(needsReview({ state: 'waiting', withheld: [] })).toBe(true);
    expect(needsReview({ state: 'ready', withheld: [changed] })).toBe(true);
    expect(needsReview({ state: 'backing-off', withheld: [] })).toBe(false);
  });
});
