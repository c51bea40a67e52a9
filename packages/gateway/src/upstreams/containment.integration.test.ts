import { expect, test } from 'vitest';
import { fixture, testConfig } from '../testing/configs.ts';
import { call, codeOf, testPool, upstreamOf } from '../testing/pool.ts';

const MIB = 1024 * 1024;
const sample = (...flags: string[]) => testConfig('sample', fixture('conforming', flags));
const other = testConfig('other', fixture('conforming'));

function sampleAndOther(...flags: string[]) {
  const pool = testPool([sample(...flags), other]);
  return [upstreamOf(pool, 'sample'), upstreamOf(pool, 'other')] as const;
}

test('keeps the end of a flood on standard error without delaying calls', async () => {
  const [flooding, untouched] = sampleAndOther();
  let isOver = false;
  const flood = call(flooding, 'flood-stderr', { bytes: 12 * MIB }).finally(() => {
    isOver = true;
  });
  await call(untouched, 'pid');
  expect([await call(untouched, 'echo', { text: 'hello' }), isOver]).toEqual(['hello', false]);
  expect(await flood).toBe('flooded');
  expect(flooding.log().length).toBeGreaterThan(60_000);
  expect(flooding.log().length).toBeLessThanOrEqual(64 * 1024);
});

test('ignores lines that are not messages', async () => {
  const [noisy] = sampleAndOther();
  const lines = ['Listening on stdio…', '', '{"level":"info"}', '[1,2,3]', '{"jsonrpc":"2.0"', 'null'];
  expect(await call(noisy, 'print', { lines })).toBe('printed');
  expect(noisy.status()).toMatchObject({ state: 'ready', starts: 1 });
});

test('fails a program that prints only such lines', async () => {
  const pool = testPool([testConfig('garbage', fixture('broken', ['garbage']))]);
  const garbage = upstreamOf(pool, 'garbage');
  expect(await codeOf(call(garbage, 'echo'))).toBe('E_UPSTREAM_PROTOCOL');
  expect(garbage.status()).toMatchObject({
    state: 'idle',
    lastError: { code: 'E_UPSTREAM_PROTOCOL' },
  });
});

test('fails a program that never answers after the start timeout', async () => {
  const options = { startTimeoutMs: 700, probeTimeoutMs: 100 };
  const pool = testPool([testConfig('silent', fixture('broken', ['silent']))], options);
  await expect(call(upstreamOf(pool, 'silent'), 'echo')).rejects.toMatchObject({
    code: 'E_UPSTREAM_START',
    message: 'silent could not be started: it did not answer within 700 ms.',
  });
});

test.each(['--legacy', '--modern'])(
  'a call without an answer (%s) times out and is cancelled at the server',
  async (era) => {
    const [hanging] = sampleAndOther(era);
    await call(hanging, 'pid');
    expect(await codeOf(call(hanging, 'hang', {}, { timeout: 100 }))).toBe('E_TIMEOUT');
    await expect.poll(() => hanging.log()).toContain('was cancelled');
    expect(await call(hanging, 'echo', { text: 'still there' })).toBe('still there');
  },
);

test.each([
  ['--legacy', 'newline'],
  ['--modern', 'newline'],
  ['--content-length', 'content-length'],
] as const)('a response of 20 MB (%s) fails only its call', async (flag, framing) => {
  const pool = testPool([testConfig('sample', fixture('conforming', [flag], { framing }))]);
  const huge = upstreamOf(pool, 'sample');
  const open = codeOf(call(huge, 'hang', {}, { timeout: 60_000 }));
  const pid = await call(huge, 'pid');
  await expect(call(huge, 'big', { bytes: 20_000_000 })).rejects.toMatchObject({
    code: 'E_UPSTREAM_TOO_LARGE',
    details: { server: 'sample', limit: 10 * MIB },
  });
  expect(await call(huge, 'pid')).toBe(pid);
  expect(huge.status()).toMatchObject({ state: 'ready', starts: 1, openCalls: 1 });
  await huge.stop('enough');
  expect(await open).toBe('E_UPSTREAM_GONE');
});

test('accepts a response just within the limit', async () => {
  const [large] = sampleAndOther();
  expect(await call(large, 'big', { bytes: 10_000_000 })).toHaveLength(10_000_000);
});

test('an endless line closes only its own connection', async () => {
  const [endless, untouched] = sampleAndOther();
  await call(untouched, 'pid');
  expect(await codeOf(call(endless, 'endless-line', { bytes: 20_000_000 }))).toBe('E_UPSTREAM_TOO_LARGE');
  expect(endless.status()).toMatchObject({
    state: 'idle',
    lastError: { code: 'E_UPSTREAM_TOO_LARGE' },
  });
  expect(untouched.status().state).toBe('ready');
});

test('delivers progress that arrives together with the result', async () => {
  const [progressing] = sampleAndOther();
  for (let round = 0; round < 20; round++) {
    const seen: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }) => seen.push(progress);
    await call(progressing, 'progress', { steps: 5 }, { onprogress });
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  }
});

test('a child inherits a secret only if its definition names it', async () => {
  const env = { PATH: process.env.PATH, HOME: '/home/me', DB_PASSWORD: 's3cret', API_KEY: 's3cret' };
  const transport = fixture('conforming', [], { env: { API_KEY: 'for the child' } });
  const pool = testPool([testConfig('sample', transport)], { env });
  const seen: unknown = JSON.parse(await call(upstreamOf(pool, 'sample'), 'environment'));
  expect(seen).toEqual({ PATH: process.env.PATH, HOME: '/home/me', API_KEY: 'for the child' });
});

test('names a program that does not exist', async () => {
  const transport = { ...fixture('conforming'), command: 'no-such-program' };
  const pool = testPool([testConfig('missing', transport)]);
  await expect(call(upstreamOf(pool, 'missing'), 'echo')).rejects.toMatchObject({
    code: 'E_UPSTREAM_START',
    message: expect.stringContaining('no-such-program'),
  });
});
