import { expect, test } from 'vitest';
import { testConfig } from '../testing/configs.ts';
import { httpUpstream } from '../testing/http-upstream.ts';
import { call, codeOf, DIRECTORY, testPool, upstreamOf } from '../testing/pool.ts';

const at = (url: string) => ({ kind: 'http', url, headers: {} }) as const;
const a = testConfig('a', at('http://127.0.0.1:9/a'));
const b = testConfig('b', at('http://127.0.0.1:9/b'));

test('replaces only the servers whose configuration changed', () => {
  const pool = testPool([a, b]);
  const before = pool.list(DIRECTORY);
  const changed = testConfig('b', at('http://127.0.0.1:9/other'), { hash: 'other' });
  pool.sync(DIRECTORY, [changed, a]);
  expect(pool.get(DIRECTORY, 'a')).toBe(before[0]);
  expect(pool.get(DIRECTORY, 'b')).not.toBe(before[1]);
  expect(pool.list(DIRECTORY).map(({ config }) => config.id)).toEqual(['b', 'a']);
});

test('keeps the process when only settings outside it change', () => {
  const pool = testPool([a]);
  const before = upstreamOf(pool, 'a');
  pool.sync(DIRECTORY, [{ ...a, deny: ['x'] }]);
  expect(upstreamOf(pool, 'a')).toBe(before);
  expect(before.config.deny).toEqual(['x']);
});

test('replaces a server when a resolved value changes', () => {
  const pool = testPool([a]);
  const withKey = { ...a, transport: { ...a.transport, headers: { 'x-key': 'new' } } };
  const before = upstreamOf(pool, 'a');
  pool.sync(DIRECTORY, [withKey]);
  expect(upstreamOf(pool, 'a')).not.toBe(before);
});

test('stops removed servers and keeps the others running', async () => {
  const { transport } = await httpUpstream();
  const [kept, gone] = [testConfig('kept', transport), testConfig('gone', transport)];
  const pool = testPool([kept, gone]);
  const upstreams = [upstreamOf(pool, 'kept'), upstreamOf(pool, 'gone')];
  await Promise.all(upstreams.map((upstream) => call(upstream, 'echo', { text: 'x' })));
  pool.sync(DIRECTORY, [kept]);
  expect(pool.get(DIRECTORY, 'gone')).toBeUndefined();
  expect(upstreams.map((upstream) => upstream.status().state)).toEqual(['ready', 'idle']);
  const codes = await Promise.all(upstreams.map((upstream) => codeOf(call(upstream, 'echo', { text: 'x' }))));
  expect(codes).toEqual(['no error', 'E_UPSTREAM_GONE']);
});

test('directories share a process only when it is marked shared', () => {
  const shared = testConfig('s', at('http://127.0.0.1:9/s'), { shared: true });
  const pool = testPool([a, shared]);
  pool.sync('/another', [a, shared]);
  expect(pool.get('/another', 'a')).not.toBe(pool.get(DIRECTORY, 'a'));
  expect(pool.get('/another', 's')).toBe(pool.get(DIRECTORY, 's'));
  pool.sync(DIRECTORY, []);
  expect(pool.get('/another', 's')?.status().state).toBe('idle');
  expect(pool.list(DIRECTORY)).toEqual([]);
});
