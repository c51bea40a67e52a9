import { sqlErrors } from '../../errors.ts';
import type { ResultCursor, RunOptions, Statement } from '../engine.ts';
import { NotSent } from '../shared/attempt.ts';
import { connectionLost, unknownOutcome } from '../shared/connection-errors.ts';
import type { Lease } from '../shared/pool.ts';
import { type Ending, FIRST_ROWS, learnTypes, PORTAL, PostgresCursor } from './cursor.ts';
import { explainError } from './errors.ts';
import { command, type Step, type StepResult } from './exchange.ts';
import { dependsOnType, encodeParams } from './params.ts';
import { probe, type Room, withSession } from './room.ts';
import type { Session } from './session.ts';
import { isStreamed } from './verb.ts';

/** One snapshot for all pages, and nothing can be written. */
export const BEGIN_READ_ONLY = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';
const BEGIN = 'BEGIN';
/** A connection used so recently would have shown by now that it is gone. */
const TRUSTED_MS = 1_000;
/** One that was gone nevertheless shows as soon as something is sent over it; later on the statement was running. */
const AT_ONCE_MS = 100;

function endingFor(sql: string, readonly: boolean): Ending {
  if (readonly) return 'ROLLBACK';
  return isStreamed(sql) ? 'COMMIT' : 'none';
}

/** A zero byte ends a text in the protocol, so that the server would see another statement than was judged. */
export function refuseZeroBytes(sql: string): void {
  if (sql.includes('\0')) throw sqlErrors.fail('E_SYNTAX', 'The statement contains a zero byte.');
}

export async function run(room: Room, query: Statement, options: RunOptions): Promise<ResultCursor> {
  refuseZeroBytes(query.sql);
  const ending = endingFor(query.sql, options.readonly || room.config.readonly);
  const cursor = await withSession(room, options.signal, (lease) =>
    start(room, lease, query, ending, options.signal),
  );
  await cursor.settle(options.signal);
  return cursor;
}

async function start(
  room: Room,
  lease: Lease<Session>,
  query: Statement,
  ending: Ending,
  signal: AbortSignal,
): Promise<PostgresCursor> {
  try {
    const first = await send(room, lease, query, ending, signal);
    await learnTypes(lease.resource, room.types, first.fields, signal);
    return new PostgresCursor(lease, query.sql, ending, first, room.types);
  } catch (error) {
    lease.release();
    // Perhaps the statement failed because its parameters are of other types by now.
    room.parameterTypes.delete(query.sql);
    throw error instanceof NotSent ? error : explainError(error, { sql: query.sql });
  }
}

async function send(
  room: Room,
  lease: Lease<Session>,
  query: Statement,
  ending: Ending,
  signal: AbortSignal,
): Promise<StepResult> {
  const values = await encode(room, lease, query, signal);
  const opening = await open(lease, ending, signal);
  const portion = ending === 'none' ? { portal: '', rows: 0 } : { portal: PORTAL, rows: FIRST_ROWS };
  const steps = [...opening, { kind: 'statement', sql: query.sql, values, ...portion } as const];
  const sent = performance.now();
  try {
    const first = (await lease.resource.exchange(steps, signal)).at(-1);
    return first ?? { fields: [], rows: [], tag: '', parameters: [] };
  } catch (error) {
    if (lease.resource.usable || signal.aborted) throw error;
    if (ending !== 'ROLLBACK') throw unknownOutcome(error);
    const stale = lease.restedMs !== undefined && performance.now() - sent < AT_ONCE_MS;
    throw stale ? new NotSent(error) : connectionLost(error);
  }
}

/** Begins the transaction, and returns what of that is still to be sent together with the statement. */
async function open(lease: Lease<Session>, ending: Ending, signal: AbortSignal): Promise<Step[]> {
  const trusted = lease.restedMs === undefined || (ending === 'ROLLBACK' && lease.restedMs < TRUSTED_MS);
  const begin = command(ending === 'ROLLBACK' ? BEGIN_READ_ONLY : BEGIN);
  const opening = ending === 'none' ? [] : [begin, ...lease.resource.preamble];
  if (trusted) return opening;
  await probe(lease, opening, signal);
  return [];
}

const REMEMBERED = 100;

/** A list is written as an array or as JSON, whichever the statement wants; only then the server is asked. */
export async function encode(
  room: Room,
  lease: Lease<Session>,
  { sql, params }: Statement,
  signal: AbortSignal,
): Promise<(string | null)[]> {
  if (!dependsOnType(params)) return encodeParams(params);
  const known = room.parameterTypes.get(sql);
  if (known) return encodeParams(params, known);
  const [described] = await probe(lease, [{ kind: 'parameters', sql }], signal);
  const types = described?.parameters ?? [];
  if (room.parameterTypes.size >= REMEMBERED) room.parameterTypes.clear();
  room.parameterTypes.set(sql, types);
  return encodeParams(params, types);
}
