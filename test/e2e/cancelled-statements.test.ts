import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { modernClient, type SoakClient, sessionClient, stdioClient } from '../soak/clients.ts';
import { openAdmin, openWorld, type World } from '../soak/world.ts';
import { endEverything } from './support/cleanup.ts';
import { until } from './support/until.ts';

/** Longer than the test: a statement that is left running is found. */
const SLEEP = 'SELECT pg_sleep(3600)';
const TIMEOUT_MS = 600_000;
/** Most are short: a cancellation that follows at once may overtake its request. */
const DELAYS_MS = [0, 0, 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 50];
const ROUNDS = 3;

const call = (sql: string) => ({
  name: 'sql__query',
  arguments: { connection: 'db', sql, timeoutMs: TIMEOUT_MS },
});

async function inDatabase(world: World, sql: string): Promise<number> {
  const admin = await openAdmin(world.postgres);
  const { rows } = await admin.query(sql);
  await admin.end();
  return Number(rows[0]?.n);
}

const RUNNING = `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query = '${SLEEP}'`;
const CLOSE_ALL =
  "SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity WHERE application_name = 'molehill'";

/** Three of each: calls run beside each other, and more of them than the pool has sessions. */
async function connect(world: World): Promise<SoakClient[]> {
  const names = ['first', 'second', 'third'];
  return Promise.all(
    names.flatMap((name) => [
      sessionClient(world, `session ${name}`),
      modernClient(world, `modern ${name}`),
      stdioClient(world.startMcp(), `stdio ${name}`),
    ]),
  );
}

/** Resolves when every call has ended as far as its client sees. */
async function cancelAll(client: SoakClient): Promise<void> {
  for (const delayMs of DELAYS_MS) await client.cancel('tools/call', call(SLEEP), delayMs);
  const answer = await client.request('tools/call', call('SELECT 1'));
  expect(answer).toMatchObject({ result: { content: [{ type: 'text' }] } });
}

async function closeConnections(world: World, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await inDatabase(world, CLOSE_ALL);
    await sleep(300);
  }
}

afterAll(endEverything);

const world = await openWorld();

describe.skipIf(!world)('a cancelled call leaves no statement running', () => {
  const server = world as World;
  const untilNoneRuns = () =>
    until('no statement runs', async () => (await inDatabase(server, RUNNING)) === 0);

  test('whenever it is cancelled, over sessions, single requests and stdio', async () => {
    const clients = await connect(server);
    for (let round = 0; round < ROUNDS; round++) await Promise.all(clients.map(cancelAll));
    await untilNoneRuns();
  });

  test('while connections to the database are lost', async () => {
    const clients = await connect(server);
    const end = new AbortController();
    const closing = closeConnections(server, end.signal);
    for (let round = 0; round < ROUNDS; round++) await Promise.all(clients.map(cancelAll));
    end.abort();
    await closing;
    await untilNoneRuns();
  });
});
