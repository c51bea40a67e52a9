import { expect, test } from 'vitest';
import { type CallEvent, createCallFeed } from './calls.ts';

const event: CallEvent = { kind: 'progress', id: '1', done: 1 };

test('delivers events to each listener until it unsubscribes', () => {
  const feed = createCallFeed();
  const seen: string[] = [];
  const leave = feed.subscribe(() => seen.push('first'));
  feed.subscribe(() => seen.push('second'));
  feed.publish(event);
  leave();
  feed.publish(event);
  expect(seen).toEqual(['first', 'second', 'second']);
});

test('removes a listener that throws, without effect on others', () => {
  const feed = createCallFeed();
  const seen: CallEvent[] = [];
  let thrown = 0;
  feed.subscribe(() => {
    thrown += 1;
    throw new Error('a bad listener');
  });
  feed.subscribe((each) => seen.push(each));
  feed.publish(event);
  feed.publish(event);
  expect(seen).toEqual([event, event]);
  expect(thrown).toBe(1);
});
