import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { type Started, start } from '../testing/processes.ts';
import { seeded } from '../testing/random.ts';
import { jobFolderOf, prepareJobFolder } from './layout.ts';
import { leftoversIn } from './testing/set-up.ts';
import { TOKEN } from './testing/token.ts';

const KILLS = 200;
const SEED = Number(process.env.MOLEHILL_TEST_SEED ?? 20_260_728);

interface Killable {
  current: Started;
  readonly renew: () => Started;
}

/** Two hosts and three clients on one folder, each restarted when it is killed. */
async function startAll(workspace: string, ledgers: string) {
  let count = 0;
  // Most of a start is compiling, and what is killed does not keep what it compiled: two that end in peace do.
  const env = { NODE_COMPILE_CACHE: tempFolder() };
  const starter = (module: URL, ledger: () => string) => (): Killable => {
    const renew = () => start(module, [workspace, join(ledgers, ledger())], env);
    return { current: renew(), renew };
  };
  const host = starter(new URL('testing/host-process.ts', import.meta.url), () => 'hosts');
  const client = starter(new URL('testing/client-process.ts', import.meta.url), () => `client-${count++}`);
  for (const { current } of [host(), client()]) {
    await current.ready;
    await current.stop();
  }
  return { hosts: [host(), host()], clients: [client(), client(), client()] };
}

/** Kills random processes at random times; rarely one that is still starting. */
async function killAtRandom(all: readonly Killable[], random: () => number): Promise<void> {
  for (let kills = 0; kills < KILLS; ) {
    await sleep(random() * 120);
    const victim = all[Math.floor(random() * all.length)];
    if (!victim || (!victim.current.isReady() && random() < 0.9)) continue;
    await victim.current.kill();
    victim.current = victim.renew();
    kills++;
  }
}

const linesOf = (path: string) =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

/** The records of hosts and clients for each job. */
function readLedgers(ledgers: string) {
  const work = linesOf(join(ledgers, 'hosts')).map((line) => line.split(' '));
  const count = (what: string, id: string) => work.filter(([did, of]) => did === what && of === id).length;
  const clients = readdirSync(ledgers)
    .filter((name) => name.startsWith('client-'))
    .map((name) => linesOf(join(ledgers, name)).map((line) => line.split(' ')));
  const verdicts = clients.flatMap((lines) => lines.filter(([did, id]) => did === 'got' && id !== 'none'));
  const ids = [...new Set(work.map(([, id = '']) => id))];
  return { clients, count, ids, verdicts };
}

/** How often a job with this outcome may have started and ended. */
const promises: Readonly<Record<string, (begun: number, ended: number) => boolean>> = {
  ok: (begun, ended) => begun === 1 && ended === 1,
  E_JOB_INTERRUPTED: (begun, ended) => begun <= 1 && ended <= 1,
  E_PICKUP_TIMEOUT: (begun) => begun === 0,
  E_BRIDGE_UNAVAILABLE: (begun) => begun === 0,
};

test(`${KILLS} kills of hosts and clients: no job runs twice, none is lost, no files remain`, async () => {
  const [workspace, ledgers] = [tempFolder(), tempFolder()];
  const folder = await prepareJobFolder(workspace, TOKEN);
  const { hosts, clients } = await startAll(workspace, ledgers);
  const all = [...hosts, ...clients];
  await killAtRandom(all, seeded(SEED));
  await Promise.all(all.map(({ current }) => current.ready));
  await Promise.all(clients.map(({ current }) => current.stop()));

  await expect.poll(() => leftoversIn(folder), { timeout: 30_000, interval: 200 }).toEqual([]);
  await Promise.all(hosts.map(({ current }) => current.stop()));

  const { clients: notes, count, ids, verdicts } = readLedgers(ledgers);
  expect(ids.filter((id) => count('begin', id) > 1)).toEqual([]);
  const broken = verdicts.filter(([, id = '', verdict = '']) => {
    return !promises[verdict]?.(count('begin', id), count('end', id));
  });
  expect(broken).toEqual([]);
  const finished = notes.filter((lines) => lines.at(-1)?.[0] === 'stopped');
  expect(finished).toHaveLength(clients.length + 1);
  for (const lines of finished) expect(unanswered(lines)).toEqual([]);
  for (const lines of notes) expect(unanswered(lines).length).toBeLessThanOrEqual(3);

  const byVerdict = (wanted: string) => verdicts.filter(([, , verdict]) => verdict === wanted).length;
  expect(byVerdict('ok')).toBeGreaterThan(100);
  expect(byVerdict('E_JOB_INTERRUPTED')).toBeGreaterThan(0);
  expect(readdirSync(jobFolderOf(workspace).quarantine).length).toBeGreaterThan(0);
}, 300_000);

/** Jobs without an answer: only those that a killed client had in flight. */
function unanswered(lines: readonly string[][]): string[] {
  const got = new Set(lines.filter(([did]) => did === 'got').map(([, id]) => id));
  return lines.filter(([did, id]) => did === 'sent' && !got.has(id)).map(([, id = '']) => id);
}
