import { words } from '../../word-list.ts';
import type { ResultCursor, RunOptions, Statement } from '../engine.ts';
import { verbOf } from '../shared/lexer.ts';
import { type Lease, NotSentError } from '../shared/pool.ts';
import { openingOf, type PgContext } from './context.ts';
import { type Ending, FIRST_ROWS, PORTAL, PostgresCursor, shapeOf } from './cursor.ts';
import { classifyError } from './errors.ts';
import { BEGIN_READ_ONLY, emptyResult, type Step, type StepResult } from './exchange.ts';
import { postgresLexer } from './lexer.ts';
import { dependsOnType, encodeParams } from './params.ts';
import type { Session } from './session.ts';

/** After a shorter idle time the connection is not probed before a read. */
const TRUSTED_MS = 1_000;
/** A connection lost while idle fails within this time; later the statement was running. */
const AT_ONCE_MS = 100;

/** Statements that can run in a transaction block and return their rows in portions. */
const STREAMED = words('SELECT INSERT UPDATE DELETE MERGE VALUES TABLE WITH');

/** Affects how a statement is sent only: with a wrong answer it fails in the server or returns all rows at once. */
export function isStreamed(sql: string): boolean {
  return STREAMED.has(verbOf(postgresLexer.tokens(sql)));
}

export async function run(context: PgContext, query: Statement, options: RunOptions): Promise<ResultCursor> {
  const { readonly, signal, isCatalogue } = options;
  if (isCatalogue) return runOnCatalogue(context, query, signal);
  const ending = readonly ? 'ROLLBACK' : isStreamed(query.sql) ? 'COMMIT' : 'none';
  const portion = ending === 'none' ? { portal: '', rows: 0 } : { portal: PORTAL, rows: FIRST_ROWS };
  const start = async (lease: Lease<Session>) => {
    try {
      const values = await encode(context, lease.session, query, signal);
      const step: Step = { kind: 'statement', sql: query.sql, values, ...portion };
      const first = await send(lease, step, ending, options);
      const shape = await shapeOf(first.fields, context.types, lease.session, signal);
      return new PostgresCursor(lease, ending, first, shape);
    } catch (error) {
      // The cached types of the parameters may be outdated.
      context.parameterTypes.delete(query.sql);
      throw (lease.session.usable && classifyError(error, query)) || error;
    }
  };
  const cursor = await context.pool.lend(signal, start, readonly);
  await cursor.settle(signal);
  return cursor;
}

async function send(
  lease: Lease<Session>,
  step: Step,
  ending: Ending,
  options: RunOptions,
): Promise<StepResult> {
  const { session, idleMs } = lease;
  const { signal } = options;
  const steps = [...(await open(lease, ending, options)), step];
  const sent = performance.now();
  try {
    return (await session.exchange(steps, signal)).at(-1) ?? emptyResult('');
  } catch (error) {
    const lost = !session.usable && !signal.aborted;
    const stale = idleMs !== undefined && performance.now() - sent < AT_ONCE_MS;
    throw lost && stale && ending === 'ROLLBACK' ? new NotSentError(error) : error;
  }
}

/** Begins the transaction. On a trusted connection, returns the steps to be sent together with the statement. */
async function open(
  { session, idleMs }: Lease<Session>,
  ending: Ending,
  options: RunOptions,
): Promise<readonly Step[]> {
  const opening = openingFor(session, ending, options);
  if (idleMs === undefined || (ending === 'ROLLBACK' && idleMs < TRUSTED_MS)) return opening;
  await session.retriable(opening, options.signal);
  return [];
}

function openingFor(session: Session, ending: Ending, options: RunOptions): readonly Step[] {
  if (ending === 'none') return [];
  return ending === 'COMMIT' ? openingOf(session, 'BEGIN') : openingOf(session, BEGIN_READ_ONLY, options);
}

const MOST_CACHED = 100;

/** Asks the server for the types of the parameters where a list may be an array or JSON. */
export async function encode(
  { parameterTypes }: PgContext,
  session: Session,
  { sql, params }: Statement,
  signal: AbortSignal,
): Promise<(string | null)[]> {
  if (!dependsOnType(params)) return encodeParams(params);
  const cached = parameterTypes.get(sql);
  if (cached) return encodeParams(params, cached);
  const [described] = await session.retriable([{ kind: 'parameters', sql }], signal);
  const types = described?.parameters ?? [];
  if (parameterTypes.size >= MOST_CACHED) parameterTypes.clear();
  parameterTypes.set(sql, types);
  return encodeParams(params, types);
}

/** A query of our own on the catalogue, in one round trip. */
async function runOnCatalogue(
  { cataloguePool, types }: PgContext,
  { sql, params }: Statement,
  signal: AbortSignal,
): Promise<ResultCursor> {
  const cursor = await cataloguePool.lend(signal, async (lease) => {
    const result = await lease.session.read(sql, encodeParams(params), signal);
    const shape = await shapeOf(result.fields, types, lease.session, signal);
    return new PostgresCursor(lease, 'ROLLBACK', result, shape);
  });
  await cursor.settle(signal);
  return cursor;
}
