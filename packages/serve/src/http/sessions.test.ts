import { expect, onTestFinished, test } from 'vitest';
import { SessionStore, whenBodyEnds } from './sessions.ts';

const LONG = 60_000;

function store(most: number, idleMs: number) {
  const closed: string[] = [];
  const sessions = new SessionStore<{ name: string; close(): Promise<void> }>({ most, idleMs });
  onTestFinished(() => sessions.close());
  const add = (name: string) =>
    sessions.add(name, {
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

test('accepts sessions up to the limit while all are in use', () => {
  const { sessions, add } = store(2, LONG);
  add('a');
  expect(sessions.makeRoom()).toBe(true);
  add('b');
  expect(sessions.makeRoom()).toBe(false);
  sessions.delete('a');
  expect(sessions.makeRoom()).toBe(true);
});

test('closes idle sessions at the limit', () => {
  const { sessions, add, closed } = store(2, 0);
  add('a');
  add('b');
  expect(sessions.makeRoom()).toBe(true);
  expect(closed).toEqual(['a', 'b']);
});

test('keeps a session with an in-flight request', () => {
  const { sessions, add, closed } = store(2, 0);
  add('a');
  add('b');
  const first = sessions.hold('a');
  const second = sessions.hold('a');
  expect(sessions.makeRoom()).toBe(true);
  first?.release();
  first?.release();
  add('c');
  expect(sessions.makeRoom()).toBe(true);
  expect(closed).toEqual(['b', 'c']);
  second?.release();
  add('d');
  expect(sessions.makeRoom()).toBe(true);
  expect(closed).toContain('a');
});

test('closes every session, even if one fails to', async () => {
  const { sessions, add, closed } = store(5, LONG);
  sessions.add('broken', { name: 'broken', close: () => Promise.reject(new Error('broken')) });
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
