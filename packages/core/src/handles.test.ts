import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type HandleKind, HandleStore } from './handles.ts';

function kindOf(more: Partial<HandleKind<string>> = {}) {
  const disposed: string[] = [];
  const kind: HandleKind<string> = {
    name: 'thing',
    idleMs: 60_000,
    most: 3,
    dispose: (value) => void disposed.push(value),
    ...more,
  };
  return { kind, disposed };
}

const stale = { code: 'E_STALE_REFERENCE' };

test('a handle gives its value to the caller who opened it, and to nobody else', () => {
  const store = new HandleStore();
  const { kind } = kindOf();
  const [mine, other] = [store.forCaller('me'), store.forCaller('other')];
  const id = mine.open(kind, 'a');
  expect(id).toMatch(/^thing_[\w-]{24}$/);
  expect(mine.get(kind, id)).toBe('a');
  expect(() => other.get(kind, id)).toThrow(expect.objectContaining(stale));
  expect(() => mine.get({ ...kind, name: 'another' }, id)).toThrow(expect.objectContaining(stale));
  expect(() => mine.get(kind, 'thing_unknown')).toThrow(expect.objectContaining(stale));
});

test('another caller can neither use nor close a handle', async () => {
  const store = new HandleStore();
  const { kind, disposed } = kindOf();
  const id = store.forCaller('me').open(kind, 'a');
  const other = store.forCaller('other');
  await expect(other.close(kind, id)).rejects.toMatchObject(stale);
  await expect((async () => other.use(kind, id, async () => 1))()).rejects.toMatchObject(stale);
  expect(disposed).toEqual([]);
});

test('a closed handle is disposed once, and stale afterwards with the hint of its kind', async () => {
  const { kind, disposed } = kindOf({ hint: 'Open another.' });
  const handles = new HandleStore().forCaller('me');
  const id = handles.open(kind, 'a');
  await handles.close(kind, id);
  expect(() => handles.get(kind, id)).toThrow(expect.objectContaining({ ...stale, hint: 'Open another.' }));
  await expect(handles.close(kind, id)).rejects.toMatchObject(stale);
  expect(disposed).toEqual(['a']);
});

test('disposes a handle that is idle for too long, and none that is in use', async () => {
  const { kind, disposed } = kindOf({ idleMs: 15 });
  const handles = new HandleStore().forCaller('me');
  handles.open(kind, 'idle');
  const used = handles.open(kind, 'used');
  await handles.use(kind, used, async () => {
    await vi.waitFor(() => expect(disposed).toEqual(['idle']));
    await sleep(20);
    expect(disposed).toEqual(['idle']);
  });
  await vi.waitFor(() => expect(disposed).toEqual(['idle', 'used']));
});

test('opening one too many disposes the least recently used idle one', async () => {
  const { kind, disposed } = kindOf({ most: 2 });
  const handles = new HandleStore().forCaller('me');
  const first = handles.open(kind, 'a');
  handles.open(kind, 'b');
  handles.get(kind, first);
  handles.open(kind, 'c');
  expect(disposed).toEqual(['b']);
  expect(handles.get(kind, first)).toBe('a');
});

test('while all are in use none is opened, and none is lost', async () => {
  const { kind, disposed } = kindOf({ most: 1 });
  const handles = new HandleStore().forCaller('me');
  const id = handles.open(kind, 'a');
  await handles.use(kind, id, async () => {
    expect(() => handles.open(kind, 'b')).toThrow(expect.objectContaining({ code: 'E_TOO_MANY_HANDLES' }));
  });
  expect(disposed).toEqual([]);
});

test('handles of one group share the limit, whoever opened them', () => {
  const { kind, disposed } = kindOf({ most: 1, groupOf: (value) => value.slice(0, 1) });
  const store = new HandleStore();
  store.forCaller('me').open(kind, 'a1');
  store.forCaller('other').open(kind, 'b1');
  store.forCaller('other').open(kind, 'a2');
  expect(disposed).toEqual(['a1']);
});

test('uses of one handle run one after the other', async () => {
  const { kind } = kindOf();
  const handles = new HandleStore().forCaller('me');
  const id = handles.open(kind, 'a');
  const order: string[] = [];
  const use = (name: string, ms: number) =>
    handles.use(kind, id, async () => {
      order.push(`${name} starts`);
      await sleep(ms);
      order.push(`${name} ends`);
    });
  await Promise.all([use('first', 10), use('second', 0)]);
  expect(order).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});

test('a failed use leaves the handle usable', async () => {
  const { kind } = kindOf();
  const handles = new HandleStore().forCaller('me');
  const id = handles.open(kind, 'a');
  await expect(handles.use(kind, id, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await handles.use(kind, id, async (value) => value)).toBe('a');
});

test('disposes all handles of a caller that disconnects, also those in use, and none of others', async () => {
  const { kind, disposed } = kindOf();
  const store = new HandleStore();
  const mine = store.forCaller('me');
  const id = mine.open(kind, 'mine');
  store.forCaller('other').open(kind, 'other');
  await new Promise<void>((resolve) => {
    void mine.use(kind, id, () => {
      resolve();
      return new Promise(() => {});
    });
  });
  await store.disposeCaller('me');
  expect(disposed).toEqual(['mine']);
  await expect((async () => mine.use(kind, id, async () => 1))()).rejects.toMatchObject(stale);
});

test('closes idle handles of all callers on request', async () => {
  const { kind, disposed } = kindOf();
  const store = new HandleStore();
  const mine = store.forCaller('me');
  const busy = mine.open(kind, 'busy');
  mine.open(kind, 'mine');
  store.forCaller('other').open(kind, 'other');
  store.forCaller('other').open(kind, 'unrelated');
  await mine.use(kind, busy, () => mine.closeIdle(kind, (value) => value !== 'unrelated'));
  expect(disposed).toEqual(['mine', 'other']);
});

test('disposes everything when the process ends, however one of them fails', async () => {
  const { kind, disposed } = kindOf();
  const failing = { ...kind, dispose: () => Promise.reject(new Error('gone')) };
  const store = new HandleStore();
  const handles = store.forCaller('me');
  handles.open(failing, 'a');
  handles.open(kind, 'b');
  await store.close();
  expect(disposed).toEqual(['b']);
});
