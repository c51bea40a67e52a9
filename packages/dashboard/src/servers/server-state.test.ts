import { describe, expect, it } from 'vitest';
import { meaningOf, needsPerson } from './server-state.ts';

const now = new Date(2026, 6, 28, 12, 0, 0);

describe('the state of a server', () => {
  it('is told in words', () => {
    expect(meaningOf({ state: 'waiting' }, now)).toContain('approved');
    expect(meaningOf({ state: 'idle' }, now)).toContain('first used');
  });

  it('tells when a server that failed is tried again', () => {
    const nextAttemptAt = new Date(2026, 6, 28, 12, 0, 8).toISOString();
    expect(meaningOf({ state: 'backing-off', nextAttemptAt }, now)).toContain('after 12:00:08');
  });

  it('asks for a person before a first start and after definitions changed', () => {
    const changed = { name: 'note', kind: 'changed', hash: 'h', diff: '' } as const;
    expect(needsPerson({ state: 'waiting', withheld: [] })).toBe(true);
    expect(needsPerson({ state: 'ready', withheld: [changed] })).toBe(true);
    expect(needsPerson({ state: 'backing-off', withheld: [] })).toBe(false);
  });
});
