import type { Clock } from '../upstreams/clock.ts';

export interface FakeClock extends Clock {
  /** Advances the time and runs the timers that are due. */
  advance(ms: number): void;
}

export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after: (ms, run) => {
      const entry = { at: now + ms, run };
      due.add(entry);
      return () => due.delete(entry);
    },
    advance: (ms) => {
      now += ms;
      for (const entry of [...due].filter(({ at }) => at <= now)) {
        due.delete(entry);
        entry.run();
      }
    },
  };
}
