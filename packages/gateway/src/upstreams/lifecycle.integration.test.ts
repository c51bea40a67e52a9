import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { runningProcesses } from '@molehill/core/testing/processes';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { everything, fixture, testConfig } from '../testing/configs.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { call, codeOf, DIRECTORY, testPool, upstreamOf } from '../testing/pool.ts';
import { DefinitionCache } from './definitions/cache.ts';
import { DefinitionReader } from './definitions/reader.ts';
import { createEraStore } from './eras.ts';
import type { Upstream } from './upstream.ts';

const ids = Array.from({ length: 10 }, (_, i) => `server-${i}`);

/** How many processes recorded their start in this file. */
const startsIn = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;

const sampleConfigs = (startsFile: string) =>
  ids.map((id) => testConfig(id, fixture('conforming', [`--starts=${startsFile}`])));

test('listing the tools of ten cached servers starts none of them', async () => {
  const [folder, starts] = [tempFolder(), join(tempFolder(), 'starts')];
  const listAll = async () => {
    const pool = testPool(sampleConfigs(starts), { eras: createEraStore(join(folder, 'eras.json')) });
    const cache = new DefinitionCache(join(folder, 'definitions'));
    const readers = pool
      .list(DIRECTORY)
      .map(
        (upstream) =>
          new DefinitionReader(upstream, { directory: DIRECTORY, cache, log: silentLog, cacheTag: () => '' }),
      );
    const lists = [];
    for (const reader of readers) lists.push((await reader.get()).tools.map(({ name }) => name));
    await pool.close();
    return lists;
  };
  const first = await listAll();
  expect(startsIn(starts)).toBe(10);
  expect(first.every((tools) => tools.includes('echo'))).toBe(true);
  expect(await listAll()).toEqual(first);
  expect(startsIn(starts)).toBe(10);
});

test('fifty concurrent first calls start one process', async () => {
  const starts = join(tempFolder(), 'starts');
  const pool = testPool([testConfig('sample', fixture('conforming', [`--starts=${starts}`]))]);
  const sample = upstreamOf(pool, 'sample');
  const pids = await Promise.all(Array.from({ length: 50 }, () => call(sample, 'pid')));
  expect([new Set(pids).size, startsIn(starts), sample.status().starts]).toEqual([1, 1, 1]);
});

test('stops the process of an idle server', async () => {
  const clock = fakeClock();
  const pool = testPool([testConfig('everything', everything())], { clock });
  const server = upstreamOf(pool, 'everything');
  expect(await call(server, 'echo', { message: 'hello' })).toBe('Echo: hello');
  const { pid } = server.status();
  expect(runningProcesses().some((process) => process.pid === pid)).toBe(true);
  clock.advance(10 * 60_000);
  await expect.poll(() => runningProcesses().some((process) => process.pid === pid)).toBe(false);
  expect(server.status().state).toBe('idle');
});

test('a crashing and a silent server do not affect the others', async () => {
  const clock = fakeClock();
  const broken = [
    testConfig('crashing', fixture('broken', ['crash'])),
    testConfig('silent', fixture('broken', ['silent'])),
  ];
  const pool = testPool([...broken, ...sampleConfigs(join(tempFolder(), 'starts')).slice(0, 3)], { clock });
  const [crashing, silent] = [upstreamOf(pool, 'crashing'), upstreamOf(pool, 'silent')];
  const waiting = codeOf(call(silent, 'echo', {}));
  for (const _ of [1, 2]) expect(await codeOf(call(crashing, 'echo', {}))).toBe('E_UPSTREAM_START');
  for (const upstream of pool.list(DIRECTORY).slice(2))
    expect(await call(upstream, 'echo', { text: 'hello' })).toBe('hello');
  expect([crashing.status(), silent.status()]).toMatchObject([
    { state: 'backing-off', starts: 2, lastError: { code: 'E_UPSTREAM_START' } },
    { state: 'starting', starts: 1, openCalls: 1 },
  ]);
  await silent.stop('the test is done');
  expect(await waiting).toBe('E_UPSTREAM_GONE');
});

test('backs off longer after each crash in a row and starts once per attempt', async () => {
  const [clock, starts] = [fakeClock(), join(tempFolder(), 'starts')];
  const pool = testPool([testConfig('crashing', fixture('broken', ['crash', starts]))], {
    clock,
    backoff: { random: () => 0 },
  });
  const crashing = upstreamOf(pool, 'crashing');
  const delays: number[] = [];
  for (let round = 0; round < 3; round++) {
    await expect(call(crashing, 'echo')).rejects.toThrow(/ended with code 3.*the configuration is missing/s);
    const { nextAttemptAt } = crashing.status();
    delays.push(nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt) - clock.now());
    clock.advance(delays.at(-1) ?? 0);
  }
  expect(delays).toEqual([0, 1_000, 2_000]);
  // The first attempt also tries the legacy handshake.
  expect(startsIn(starts)).toBe(4);
});

test('a crash fails the open calls only, and later calls wait for the restart', async () => {
  const pool = testPool([testConfig('sample', fixture('conforming'))]);
  const sample = upstreamOf(pool, 'sample');
  const pids = new Set<string>();
  for (let crash = 1; crash <= 3; crash++) {
    await expect(call(sample, 'crash')).rejects.toThrow(/ended with code 7.*about to crash/s);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(sample, 'pid')));
    for (const pid of answers) pids.add(pid);
  }
  expect([pids.size, sample.status().starts]).toEqual([3, 4]);
});

test.each(['--legacy', '--modern'])(
  'reads the lists again when a server (%s) announces a change',
  async (era) => {
    const pool = testPool([testConfig('sample', fixture('conforming', [era]))]);
    const sample = upstreamOf(pool, 'sample');
    const cache = new DefinitionCache(tempFolder());
    const reader = new DefinitionReader(sample, {
      directory: DIRECTORY,
      cache,
      log: silentLog,
      cacheTag: () => '',
    });
    const names = async () => (await reader.get()).tools.map(({ name }) => name);
    expect(await names()).not.toContain('grown');
    await call(sample, 'grow');
    await expect.poll(names).toContain('grown');
  },
);

const eraOf = async (upstream: Upstream) => {
  expect(await call(upstream, 'echo', { text: 'hello' })).toBe('hello');
  return upstream.status().protocol;
};

test.each([
  { flags: ['--both'], protocol: '2026-07-28', first: 1, later: 1 },
  { flags: ['--modern'], protocol: '2026-07-28', first: 1, later: 1 },
  { flags: ['--legacy'], protocol: '2025-11-25', first: 1, later: 1 },
  { flags: ['--ignore-unknown'], protocol: '2025-11-25', first: 1, later: 1 },
  { flags: ['--exit-on-unknown'], protocol: '2025-11-25', first: 2, later: 1 },
])(
  'detects and stores the protocol era of a server with $flags',
  async ({ flags, protocol, first, later }) => {
    const folder = tempFolder();
    const starts = join(folder, 'starts');
    const config = testConfig('sample', fixture('conforming', [...flags, `--starts=${starts}`]));
    const connect = () => {
      const options = {
        eras: createEraStore(join(folder, 'eras.json')),
        probeTimeoutMs: flags.includes('--ignore-unknown') ? 1_500 : 20_000,
      };
      return eraOf(upstreamOf(testPool([config], options), 'sample'));
    };
    expect([await connect(), startsIn(starts)]).toEqual([protocol, first]);
    await expect.poll(() => createEraStore(join(folder, 'eras.json')).get(config.hash)).toBeDefined();
    expect([await connect(), startsIn(starts)]).toEqual([protocol, first + later]);
  },
);

test('detects a server that became modern', async () => {
  const eras = { get: async () => 'legacy' as const, put: async () => {} };
  const pool = testPool([testConfig('sample', fixture('conforming', ['--modern']))], { eras });
  expect(await eraOf(upstreamOf(pool, 'sample'))).toBe('2026-07-28');
});

test.each([
  { flags: ['--slow'], protocol: '2025-11-25' },
  { flags: ['--slow', '--modern'], protocol: '2026-07-28' },
])('connects to a server with $flags that starts too slowly for the probe', async ({ flags, protocol }) => {
  const pool = testPool([testConfig('sample', fixture('conforming', flags))], { probeTimeoutMs: 100 });
  expect(await eraOf(upstreamOf(pool, 'sample'))).toBe(protocol);
});
