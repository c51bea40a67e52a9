import { at, text } from '../clients/json.ts';
import type { SoakClient } from './clients.ts';
import type { Gate } from './gate.ts';

/** What the clients saw. */
export class Tally {
  calls = 0;
  cancelled = 0;
  malformed = 0;
  /** Malformed messages whose answer did not carry their id. */
  unanswered = 0;
  /** Ids of writes that were acknowledged. */
  readonly written = new Set<string>();
  /** Ids of writes whose outcome is unknown. */
  readonly unknown = new Set<string>();
  readonly failures = new Map<string, number>();
  /** Calls without an answer, or with one that is not understood. */
  readonly broken: string[] = [];

  failed(code: string): void {
    this.failures.set(code, (this.failures.get(code) ?? 0) + 1);
  }
}

/** The statement that is cancelled; it outlasts the run. */
export const SLEEP = 'SELECT pg_sleep(3600)';
const LONGEST_DELAY_MS = 100;

type Operation = (client: SoakClient, tally: Tally) => Promise<void>;

const query = (sql: string) => ({ name: 'sql__query', arguments: { connection: 'db', sql } });
const random = (below: number) => Math.floor(Math.random() * below);

async function call(client: SoakClient, tally: Tally, params: { readonly name: string }): Promise<string> {
  tally.calls += 1;
  const message = await client.request('tools/call', params);
  const said = text(at(message, 'result', 'content', 0, 'text'));
  if (at(message, 'result') !== undefined && at(message, 'result', 'isError') !== true) return 'ok';
  const code = /^\[(E_\w+)\]/.exec(said)?.[1];
  if (code === undefined) tally.broken.push(JSON.stringify(message ?? null).slice(0, 300));
  else tally.failed(code);
  return code ?? 'broken';
}

const read: Operation = async (client, tally) => {
  await call(client, tally, query(`SELECT * FROM goods WHERE id > ${random(4_000)} ORDER BY id LIMIT 200`));
};

const write: Operation = async (client, tally) => {
  const id = `${client.name}-${tally.calls}-${random(1e9)}`;
  const outcome = await call(client, tally, query(`INSERT INTO written VALUES ('${id}')`));
  if (outcome === 'ok') tally.written.add(id);
  if (outcome === 'E_UNKNOWN_OUTCOME') tally.unknown.add(id);
};

const describe: Operation = async (client, tally) => {
  await call(client, tally, {
    name: 'sql__describe_table',
    arguments: { connection: 'db', table: 'goods' },
  } as { readonly name: string });
};

const relayed: Operation = async (client, tally) => {
  const params = { name: 'far__echo', arguments: { text: 'x'.repeat(random(20_000)) } };
  await call(client, tally, params);
};

const list: Operation = async (client, tally) => {
  tally.calls += 1;
  const message = await client.request('tools/list', {});
  if (!Array.isArray(at(message, 'result', 'tools'))) tally.failed('tools/list');
};

const status: Operation = async (client, tally) => {
  await call(client, tally, { name: 'molehill__status' });
};

const cancel: Operation = async (client, tally) => {
  tally.cancelled += 1;
  await client.cancel('tools/call', query(SLEEP), random(LONGEST_DELAY_MS + 1));
};

const malformed: Operation = async (client, tally) => {
  tally.malformed += 1;
  const id = 1_000_000_000 + random(1e9);
  if (at(await client.malformed(id), 'id') !== id) tally.unanswered += 1;
};

/** With weights. */
const operations: readonly (readonly [number, Operation])[] = [
  [30, read],
  [14, write],
  [8, describe],
  [24, relayed],
  [8, list],
  [4, status],
  [6, cancel],
  [3, malformed],
];

const TOTAL = operations.reduce((sum, [weight]) => sum + weight, 0);

function choose(): Operation {
  let at = random(TOTAL);
  for (const [weight, operation] of operations) {
    at -= weight;
    if (at < 0) return operation;
  }
  return read;
}

/** Fills what a client makes Molehill keep. */
export async function repeatReads(client: SoakClient, times: number): Promise<void> {
  for (let done = 0; done < times; done++) await read(client, new Tally());
}

/** Repeats random operations until the signal aborts. */
export async function runLoad(
  client: SoakClient,
  tally: Tally,
  gate: Gate,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const operation = choose();
    await gate.pass(async () => {
      try {
        await operation(client, tally);
      } catch (error) {
        tally.broken.push(`${client.name}: ${error instanceof Error ? error.message : error}`);
      }
    });
  }
}
