import { expect, onTestFinished, test } from 'vitest';
import { SessionStore, whenBodyEnds } from './sessions.ts';

const LONG = 60_000;

function store(most: number, idleMs: number) {
  const closed: string[] = [];
  const sessions = new SessionStore<{ name: string; close(): Promise<void> }>({ most, idleMs });
  onTestFinished(() => sessions.close());
  const add = (name: string) =>
    sessions.reserve()?.add(name, {
      name,
      close: async () => {
        closed.push(name);
      },
    });
  return { sessions, closed, add };
}

test('finds a session by its id until it is deleted', () => {
  const { sessions, add } = store(5, LONG);
  add('a');
  expect(sessions.hold('a')?.session.name).toBe('a');
  sessions.delete('a');
  expect(sessions.hold('a')).toBeUndefined();
});

test('at the limit the least recently used idle session is closed', () => {
  const { sessions, add, closed } = store(3, LONG);
  for (const name of ['a', 'b', 'c']) add(name);
  sessions.hold('a')?.release();
  add('d');
  expect(closed).toEqual(['b']);
  add('e');
  expect(closed).toEqual(['b', 'c']);
  expect(sessions.hold('a')?.session.name).toBe('a');
});

test('has no room while all sessions are in use', () => {
  const { sessions, add, closed } = store(2, LONG);
  add('a');
  add('b');
  const holds = [sessions.hold('a'), sessions.hold('b')];
  expect(sessions.reserve()).toBeUndefined();
  expect(closed).toEqual([]);
  holds[1]?.release();
  add('c');
  expect(closed).toEqual(['b']);
});

test('a session with two in-flight requests is in use until both end', () => {
  const { sessions, add, closed } = store(1, LONG);
  add('a');
  const [first, second] = [sessions.hold('a'), sessions.hold('a')];
  first?.release();
  first?.release();
  expect(sessions.reserve()).toBeUndefined();
  second?.release();
  expect(sessions.reserve()).toBeDefined();
  expect(closed).toEqual(['a']);
});

test('reserved room counts until it is used or given back', () => {
  const { sessions, add } = store(2, LONG);
  const reserved = [sessions.reserve(), sessions.reserve()];
  expect(sessions.reserve()).toBeUndefined();
  reserved[0]?.cancel();
  reserved[0]?.cancel();
  add('a');
  expect(sessions.hold('a')).toBeDefined();
  expect(sessions.reserve()).toBeUndefined();
});

test('a session that was deleted during a request does not come back', () => {
  const { sessions, add } = store(2, LONG);
  add('a');
  const hold = sessions.hold('a');
  sessions.delete('a');
  hold?.release();
  expect(sessions.hold('a')).toBeUndefined();
});

test('closes sessions that are idle for too long', async () => {
  const { add, closed } = store(5, 5);
  add('a');
  await expect.poll(() => closed).toEqual(['a']);
});

test('closes every session, even if one fails to', async () => {
  const { sessions, add, closed } = store(5, LONG);
  sessions.reserve()?.add('broken', { name: 'broken', close: () => Promise.reject(new Error('broken')) });
  add('a');
  await sessions.close();
  expect(closed).toEqual(['a']);
  expect(sessions.hold('a')).toBeUndefined();
});

test.each([
  ['without a body', () => new Response(null), async () => {}],
  ['read to its end', () => new Response('text'), (response: Response) => response.text()],
  [
    'given up',
    () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1)) })),
    (response: Response) => response.body?.cancel(),
  ],
  [
    'broken off',
    () => new Response(new ReadableStream({ pull: () => Promise.reject(new Error('broken')) })),
    (response: Response) => response.text().catch(() => {}),
  ],
] as const)('notices that a response %s', async (_, make, read) => {
  let ended = 0;
  const response = whenBodyEnds(make(), () => {
    ended += 1;
  });
  await read(response);
  expect(ended).toBeGreaterThanOrEqual(1);
});

test('keeps status, headers and body of a response', async () => {
  const response = whenBodyEnds(new Response('text', { status: 202, headers: { a: 'b' } }), () => {});
  expect([response.status, response.headers.get('a'), await response.text()]).toEqual([202, 'b', 'text']);
});
