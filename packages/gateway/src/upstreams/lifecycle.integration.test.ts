import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { everything, fixture, testConfig } from '../testing/configs.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { call, codeOf, DIRECTORY, testPool, upstreamOf } from '../testing/pool.ts';
import { runningProcesses } from '../testing/processes.ts';
import { createDefinitionCache } from './definitions/cache.ts';
import { keepDefinitions } from './definitions/keeper.ts';
import { createEraStore } from './eras.ts';
import type { Upstream } from './upstream.ts';

const ids = Array.from({ length: 10 }, (_, i) => `server-${i}`);

/** How many processes were started that were told of this file. */
const startsIn = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;

const politeConfigs = (startsFile: string) =>
  ids.map((id) => testConfig(id, fixture('polite', [`--starts=${startsFile}`])));

test('ten servers: once they were asked, listing their tools starts none of them', async () => {
  const [folder, starts] = [tempFolder(), join(tempFolder(), 'starts')];
  const listAll = async () => {
    const pool = testPool(politeConfigs(starts), { eras: createEraStore(join(folder, 'eras.json')) });
    const cache = createDefinitionCache(join(folder, 'definitions'));
    const keepers = pool
      .list(DIRECTORY)
      .map((upstream) => keepDefinitions(upstream, { directory: DIRECTORY, cache, log: silentLog }));
    const lists = [];
    for (const keeper of keepers) lists.push((await keeper.get()).tools.map(({ name }) => name));
    await pool.close();
    return lists;
  };
  const first = await listAll();
  expect(startsIn(starts)).toBe(10);
  expect(first.every((tools) => tools.includes('echo'))).toBe(true);
  expect(await listAll()).toEqual(first);
  expect(startsIn(starts)).toBe(10);
});

test('fifty first calls at once start one process', async () => {
  const starts = join(tempFolder(), 'starts');
  const pool = testPool([testConfig('polite', fixture('polite', [`--starts=${starts}`]))]);
  const polite = upstreamOf(pool, 'polite');
  const pids = await Promise.all(Array.from({ length: 50 }, () => call(polite, 'pid')));
  expect([new Set(pids).size, startsIn(starts), polite.status().starts]).toEqual([1, 1, 1]);
});

test('a server nobody uses is stopped, with its process', async () => {
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

test('while one crashes again and again and one never answers, the others answer', async () => {
  const clock = fakeClock();
  const broken = [
    testConfig('crashing', fixture('rude', ['crash'])),
    testConfig('silent', fixture('rude', ['silent'])),
  ];
  const pool = testPool([...broken, ...politeConfigs(join(tempFolder(), 'starts')).slice(0, 3)], { clock });
  const [crashing, silent] = [upstreamOf(pool, 'crashing'), upstreamOf(pool, 'silent')];
  const waiting = codeOf(call(silent, 'echo', {}));
  expect(await codeOf(call(crashing, 'echo', {}))).toBe('E_UPSTREAM_START');
  for (const upstream of pool.list(DIRECTORY).slice(2)) {
    expect(await codeOf(call(crashing, 'echo', {}))).toBe('E_UPSTREAM_BACKOFF');
    expect(await call(upstream, 'echo', { text: 'hello' })).toBe('hello');
  }
  expect([crashing.status(), silent.status()]).toMatchObject([
    { state: 'backing-off', starts: 1, lastError: { code: 'E_UPSTREAM_START' } },
    { state: 'starting', starts: 1, openCalls: 1 },
  ]);
  await silent.stop('the test has seen enough');
  expect(await waiting).toBe('E_UPSTREAM_GONE');
});

test('each crash in a row makes the pause longer, and one that crashes at once is started once for each try', async () => {
  const [clock, starts] = [fakeClock(), join(tempFolder(), 'starts')];
  const pool = testPool([testConfig('crashing', fixture('rude', ['crash', starts]))], {
    clock,
    backoff: { random: () => 0 },
  });
  const crashing = upstreamOf(pool, 'crashing');
  const pauses: number[] = [];
  for (let round = 0; round < 3; round++) {
    await expect(call(crashing, 'echo')).rejects.toThrow(/ended with code 3.*the configuration is missing/s);
    pauses.push(Date.parse(crashing.status().nextAttemptAt ?? '') - clock.now());
    clock.advance(pauses.at(-1) ?? 0);
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000]);
  // The first try also asks in the old way.
  expect(startsIn(starts)).toBe(4);
});

test('a call that was open when the server crashed says so, and the next one after the pause works', async () => {
  const clock = fakeClock();
  const pool = testPool([testConfig('polite', fixture('polite'))], { clock });
  const polite = upstreamOf(pool, 'polite');
  await expect(call(polite, 'crash')).rejects.toThrow(/ended with code 7.*about to crash/s);
  expect(await codeOf(call(polite, 'pid'))).toBe('E_UPSTREAM_BACKOFF');
  clock.advance(2_000);
  expect(await call(polite, 'echo', { text: 'again' })).toBe('again');
});

test.each(['--old', '--new'])(
  'lists are read again when a server (%s) says that they changed',
  async (era) => {
    const pool = testPool([testConfig('polite', fixture('polite', [era]))]);
    const polite = upstreamOf(pool, 'polite');
    const cache = createDefinitionCache(tempFolder());
    const keeper = keepDefinitions(polite, { directory: DIRECTORY, cache, log: silentLog });
    const names = async () => (await keeper.get()).tools.map(({ name }) => name);
    expect(await names()).not.toContain('grown');
    await call(polite, 'grow');
    await expect.poll(names).toContain('grown');
  },
);

const eraOf = async (upstream: Upstream) => {
  expect(await call(upstream, 'echo', { text: 'hello' })).toBe('hello');
  return upstream.status().protocol;
};

test.each([
  { flags: ['--both'], protocol: '2026-07-28', first: 1, later: 1 },
  { flags: ['--new'], protocol: '2026-07-28', first: 1, later: 1 },
  { flags: ['--old'], protocol: '2025-11-25', first: 1, later: 1 },
  { flags: ['--mute-on-surprise'], protocol: '2025-11-25', first: 1, later: 1 },
  { flags: ['--exit-on-surprise'], protocol: '2025-11-25', first: 2, later: 1 },
])(
  'a server with $flags is met in its era, and its era remembered',
  async ({ flags, protocol, first, later }) => {
    const folder = tempFolder();
    const starts = join(folder, 'starts');
    const config = testConfig('polite', fixture('polite', [...flags, `--starts=${starts}`]));
    const meet = () => {
      const options = {
        eras: createEraStore(join(folder, 'eras.json')),
        probeTimeoutMs: flags.includes('--mute-on-surprise') ? 1_500 : 20_000,
      };
      return eraOf(upstreamOf(testPool([config], options), 'polite'));
    };
    expect([await meet(), startsIn(starts)]).toEqual([protocol, first]);
    await expect.poll(() => createEraStore(join(folder, 'eras.json')).get(config.hash)).toBeDefined();
    expect([await meet(), startsIn(starts)]).toEqual([protocol, first + later]);
  },
);

test('a server that became new since it was met is asked again', async () => {
  const eras = { get: async () => 'legacy' as const, put: async () => {} };
  const pool = testPool([testConfig('polite', fixture('polite', ['--new']))], { eras });
  expect(await eraOf(upstreamOf(pool, 'polite'))).toBe('2026-07-28');
});

test.each([
  { flags: ['--slow'], protocol: '2025-11-25' },
  { flags: ['--slow', '--new'], protocol: '2026-07-28' },
])(
  'a server with $flags that comes up too late to be asked is met all the same',
  async ({ flags, protocol }) => {
    const pool = testPool([testConfig('polite', fixture('polite', flags))], { probeTimeoutMs: 100 });
    expect(await eraOf(upstreamOf(pool, 'polite'))).toBe(protocol);
  },
);
