import { isMolehillError, MolehillError } from '@molehill/core/errors';
import { sqlErrors } from '../../errors.ts';
import type { ScriptResult } from '../engine.ts';
import { NotSent } from '../shared/attempt.ts';
import { unknownOutcome } from '../shared/connection-errors.ts';
import type { Lease } from '../shared/pool.ts';
import { affectedRows, columnsOf, learnTypes, readersOf, readRows } from './cursor.ts';
import { explainError } from './errors.ts';
import { command } from './exchange.ts';
import { probe, type Room, withSession } from './room.ts';
import { refuseZeroBytes } from './run.ts';
import type { Session } from './session.ts';
import { splitScript } from './split.ts';
import { firstWord } from './verb.ts';

const MOST_ROWS = 10_000;
const BEGINS = new Set(['BEGIN', 'START']);
const COMMITS = new Set(['COMMIT', 'END']);
const ENDS = new Set(['COMMIT', 'END', 'ABORT', 'ROLLBACK']);

interface Script {
  /** How the transaction begins: a script may say it itself, with its isolation level. */
  readonly begin: string;
  readonly statements: readonly string[];
}

/** The one transaction may be written out; any other end of it would leave the rest without one. */
function plan(script: string): Script {
  const statements = splitScript(script);
  const opens = BEGINS.has(firstWord(statements[0] ?? ''));
  const closes = COMMITS.has(firstWord(statements.at(-1) ?? ''));
  const inner = statements.slice(opens ? 1 : 0, closes ? -1 : undefined);
  for (const sql of inner) refuseTransactionControl(sql);
  return { begin: opens ? (statements[0] ?? 'BEGIN') : 'BEGIN', statements: inner };
}

function refuseTransactionControl(sql: string): void {
  const word = firstWord(sql);
  const toSavepoint = /^\W*ROLLBACK\s+(WORK\s+|TRANSACTION\s+)?TO\b/i.test(sql);
  if (BEGINS.has(word) || (ENDS.has(word) && !toSavepoint))
    throw sqlErrors.fail(
      'E_UNSUPPORTED',
      `A script is one transaction already, and ${word} would end or nest it.`,
      {
        hint: 'Leave BEGIN, COMMIT and ROLLBACK out, or send the parts as scripts of their own.',
      },
    );
}

export async function runScript(
  room: Room,
  sql: string,
  signal: AbortSignal,
): Promise<readonly ScriptResult[]> {
  if (room.config.readonly) throw sqlErrors.fail('E_READONLY', 'This connection may only read.');
  refuseZeroBytes(sql);
  const script = plan(sql);
  return withSession(room, signal, async (lease) => {
    try {
      await probe(lease, [command(script.begin)], signal);
      return await runAll(room, lease, script.statements, signal);
    } catch (error) {
      if (error instanceof NotSent || lease.resource.usable || signal.aborted) throw error;
      throw isMolehillError(error) ? error : unknownOutcome(error);
    } finally {
      lease.release();
    }
  });
}

async function runAll(
  room: Room,
  lease: Lease<Session>,
  statements: readonly string[],
  signal: AbortSignal,
): Promise<ScriptResult[]> {
  const results: ScriptResult[] = [];
  for (const [index, sql] of statements.entries()) {
    try {
      results.push(await runOne(room, lease.resource, sql, signal));
    } catch (error) {
      if (signal.aborted || !lease.resource.usable) throw error;
      throw atStatement(index + 1, explainError(error, { sql }));
    }
  }
  await lease.resource.exchange([command('COMMIT')], signal).catch((error) => {
    throw signal.aborted || !lease.resource.usable ? error : explainError(error);
  });
  return results;
}

async function runOne(room: Room, session: Session, sql: string, signal: AbortSignal): Promise<ScriptResult> {
  const step = { kind: 'statement', sql, values: [], portal: '', rows: MOST_ROWS + 1 } as const;
  const [result] = await session.exchange([step], signal);
  if (!result) throw new Error('the server answered without a result');
  if (result.rows.length > MOST_ROWS)
    throw sqlErrors.fail(
      'E_LIMIT',
      `A statement returns more than the ${MOST_ROWS} rows that a script can answer.`,
      {
        hint: 'Read so many rows with query or export_query.',
        retryable: false,
      },
    );
  await learnTypes(session, room.types, result.fields, signal);
  return {
    sql,
    columns: columnsOf(result.fields, room.types),
    rows: readRows(result.rows, readersOf(result.fields, room.types)),
    affected: affectedRows(result.tag ?? '', result.fields.length > 0, result.rows.length),
  };
}

function atStatement(number: number, error: unknown): unknown {
  if (!isMolehillError(error)) return error;
  const { code, message, hint, retryable, details, cause } = error;
  return new MolehillError(code, `Statement ${number}: ${message}`, {
    hint,
    retryable,
    details: { ...details, statement: number },
    cause,
  });
}
