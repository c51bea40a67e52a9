import { silentLog } from '@molehill/core/log';
import { expect, test } from 'vitest';
import { Guard } from './guard.ts';

function logged() {
  const messages: string[] = [];
  const guard = new Guard({ ...silentLog, error: (_, message) => void messages.push(message) });
  return { guard, messages };
}

test('returns what the function returns', async () => {
  const { guard, messages } = logged();
  expect(guard.wrap('it', (a: number, b: number) => a + b)(1, 2)).toBe(3);
  expect(await guard.wrap('it', async () => 'later')()).toBe('later');
  expect(messages).toEqual([]);
});

test('logs what a function throws, at once or later, and returns undefined', async () => {
  const { guard, messages } = logged();
  const fail = () => {
    throw new Error('broken');
  };
  expect(guard.wrap('the view', fail)()).toBeUndefined();
  expect(await guard.wrap('the command', async () => fail())()).toBeUndefined();
  expect(messages).toEqual(['the view failed', 'the command failed']);
});
