import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

test('keeps events with their offsets and merges output in a row', () => {
  const timeline = new Timeline({ startedAt: 100 });
  timeline.add('started', {}, 100);
  for (let at = 0; at < 1_000; at += 1) timeline.add('output', { detail: 'stdout' }, 110 + at);
  timeline.add('stopped', { detail: 'step', thread: 1 }, 2_000);
  timeline.add('stopped', { detail: 'step', thread: 1 }, 2_001);
  expect(timeline.events.map(({ t, type, count }) => [t, type, count])).toEqual([
    [0, 'started', 1],
    [10, 'output', 1_000],
    [1_900, 'stopped', 1],
    [1_901, 'stopped', 1],
  ]);
  expect(timeline.counts).toEqual({ started: 1, output: 1_000, stopped: 2 });
});

test('drops the oldest events and says how many', () => {
  const timeline = new Timeline({ entries: 10 });
  for (let at = 0; at < 95; at += 1) timeline.add('continued', { detail: String(at) });
  expect(timeline.events.length).toBeLessThan(20);
  expect(timeline.events.length + timeline.dropped).toBe(95);
  expect(timeline.events.at(-1)?.detail).toBe('94');
});

test('masks secrets in details', () => {
  const timeline = new Timeline();
  timeline.add('exception', { detail: "login failed for password='hunter2'" });
  expect(timeline.events[0]?.detail).toBe('login failed for password=[masked: password]');
});
