import { expect, test } from 'vitest';
import { testConfig } from '../testing/configs.ts';
import { httpUpstream } from '../testing/http-upstream.ts';
import { call, codeOf, DIRECTORY, testPool, upstreamOf } from '../testing/pool.ts';

const at = (url: string) => ({ kind: 'http', url, headers: {} }) as const;
const a = testConfig('a', at('http://127.0.0.1:9/a'));
const b = testConfig('b', at('http://127.0.0.1:9/b'));

test('only what changed is touched', () => {
  const pool = testPool([a, b]);
  const before = pool.list(DIRECTORY);
  const changed = testConfig('b', at('http://127.0.0.1:9/other'), { hash: 'other' });
  expect(pool.sync(DIRECTORY, [changed, a])).toEqual({ added: [], removed: [], replaced: ['b'] });
  expect(pool.get(DIRECTORY, 'a')).toBe(before[0]);
  expect(pool.get(DIRECTORY, 'b')).not.toBe(before[1]);
  expect(pool.list(DIRECTORY).map(({ config }) => config.id)).toEqual(['b', 'a']);
});

test('what decides nothing about the process changes nothing but the configuration', () => {
  const pool = testPool([a]);
  const before = upstreamOf(pool, 'a');
  expect(pool.sync(DIRECTORY, [{ ...a, deny: ['x'] }]).replaced).toEqual([]);
  expect(upstreamOf(pool, 'a')).toBe(before);
  expect(before.config.deny).toEqual(['x']);
});

test('another value of what it refers to makes it another server', () => {
  const pool = testPool([a]);
  const withKey = { ...a, transport: { ...a.transport, headers: { 'x-key': 'new' } } };
  expect(pool.sync(DIRECTORY, [withKey]).replaced).toEqual(['a']);
});

test('what was replaced or removed runs no longer, what was kept goes on', async () => {
  const { transport } = await httpUpstream();
  const [kept, gone] = [testConfig('kept', transport), testConfig('gone', transport)];
  const pool = testPool([kept, gone]);
  const upstreams = [upstreamOf(pool, 'kept'), upstreamOf(pool, 'gone')];
  await Promise.all(upstreams.map((upstream) => call(upstream, 'echo', { text: 'x' })));
  expect(pool.sync(DIRECTORY, [kept])).toEqual({ added: [], removed: ['gone'], replaced: [] });
  expect(upstreams.map((upstream) => upstream.status().state)).toEqual(['ready', 'idle']);
  const codes = await Promise.all(upstreams.map((upstream) => codeOf(call(upstream, 'echo', { text: 'x' }))));
  expect(codes).toEqual(['no error', 'E_UPSTREAM_GONE']);
});

test('two directories have one process only of what is shared', () => {
  const shared = testConfig('s', at('http://127.0.0.1:9/s'), { shared: true });
  const pool = testPool([a, shared]);
  pool.sync('/another', [a, shared]);
  expect(pool.get('/another', 'a')).not.toBe(pool.get(DIRECTORY, 'a'));
  expect(pool.get('/another', 's')).toBe(pool.get(DIRECTORY, 's'));
  pool.sync(DIRECTORY, []);
  expect(pool.get('/another', 's')?.status().state).toBe('idle');
  expect(pool.list(DIRECTORY)).toEqual([]);
});

test('each new one is told of, once', () => {
  const pool = testPool([a]);
  const seen: string[] = [];
  pool.onUpstream(({ config }) => seen.push(config.id));
  pool.sync(DIRECTORY, [a, b]);
  expect(seen).toEqual(['b']);
});
