import { isMolehillError, MolehillError } from '@molehill/core/errors';
import { sqlErrors } from '../../errors.ts';
import type { ScriptResult } from '../engine.ts';
import { NotSent } from '../shared/attempt.ts';
import { unknownOutcome } from '../shared/connection-errors.ts';
import { columnsOf, readRows } from './cursor.ts';
import { explainError } from './errors.ts';
import { BEGIN, beginWriting, type Room, withSession } from './room.ts';
import type { Session } from './session.ts';
import { splitScript } from './split.ts';
import type { ResultStream } from './stream.ts';
import { firstWord, isResettable } from './verb.ts';

const MOST_ROWS = 10_000;
const BEGINS = new Set(['BEGIN', 'START']);
const ENDS = new Set(['COMMIT', 'ROLLBACK']);
/** In the server's status: a transaction is open. */
const IN_TRANSACTION = 1;

/** The one transaction may be written out; any other end of it would leave the rest without one. */
function plan(script: string): string[] {
  const statements = splitScript(script);
  const opens = BEGINS.has(firstWord(statements[0] ?? ''));
  const closes = firstWord(statements.at(-1) ?? '') === 'COMMIT';
  const inner = statements.slice(opens ? 1 : 0, closes ? -1 : undefined);
  for (const sql of inner) refuseTransactionControl(sql);
  return inner;
}

function refuseTransactionControl(sql: string): void {
  const word = firstWord(sql);
  const toSavepoint = /^\W*ROLLBACK\s+(WORK\s+)?TO\b/i.test(sql);
  if (BEGINS.has(word) || (ENDS.has(word) && !toSavepoint))
    throw sqlErrors.fail(
      'E_UNSUPPORTED',
      `A script is one transaction already, and ${word} would end or nest it.`,
      {
        hint: 'Leave START TRANSACTION, COMMIT and ROLLBACK out, or send the parts as scripts of their own.',
      },
    );
}

/**
 * All statements or none, as far as the engine lets that be: a statement that changes the schema commits by itself what
 * came before it. An error then says how much stays in effect.
 */
export async function runScript(
  room: Room,
  sql: string,
  signal: AbortSignal,
): Promise<readonly ScriptResult[]> {
  const statements = plan(sql);
  return withSession(room, signal, async (lease) => {
    const session = lease.resource;
    try {
      await beginWriting(room, lease);
      if (!statements.every(isResettable)) session.spoil();
      return await new ScriptRun(session, signal).runAll(statements);
    } catch (error) {
      if (error instanceof NotSent || session.usable || signal.aborted) throw error;
      throw isMolehillError(error) ? error : unknownOutcome(error);
    } finally {
      lease.release();
    }
  });
}

class ScriptRun {
  readonly #session: Session;
  readonly #signal: AbortSignal;
  /** How many statements the server has committed by itself. */
  #committed = 0;

  constructor(session: Session, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
  }

  async runAll(statements: readonly string[]): Promise<ScriptResult[]> {
    const results: ScriptResult[] = [];
    for (const [index, sql] of statements.entries()) {
      try {
        results.push(await this.#runOne(sql, index));
      } catch (error) {
        if (this.#signal.aborted || !this.#session.usable) throw error;
        throw this.#atStatement(index + 1, explainError(error));
      }
    }
    await this.#session.command('COMMIT');
    return results;
  }

  async #runOne(sql: string, index: number): Promise<ScriptResult> {
    const stream = await this.#session.start(sql, [], this.#signal);
    const rows = await this.#session.wait(this.#signal, () => stream.take(MOST_ROWS + 1));
    if (rows.length > MOST_ROWS) throw this.#tooMany();
    await this.#noticeCommit(stream, index);
    return {
      sql,
      columns: columnsOf(stream.fields),
      rows: readRows(rows, stream.fields),
      affected: stream.ok && stream.fields.length === 0 ? Number(stream.ok.affectedRows) : undefined,
    };
  }

  /** The rest gets a transaction of its own. */
  async #noticeCommit(stream: ResultStream, index: number): Promise<void> {
    if (stream.ok === undefined || stream.ok.serverStatus & IN_TRANSACTION) return;
    this.#committed = index + 1;
    await this.#session.command(BEGIN);
  }

  #tooMany(): MolehillError {
    this.#session.abandon();
    return sqlErrors.fail(
      'E_LIMIT',
      `A statement returns more than the ${MOST_ROWS} rows that a script can answer.`,
      {
        hint: 'Read so many rows with query or export_query.',
        retryable: false,
      },
    );
  }

  #atStatement(number: number, error: unknown): unknown {
    if (!isMolehillError(error)) return error;
    const { code, message, hint, retryable, details, cause } = error;
    const kept = this.#committed;
    const stays =
      kept === 0 ? '' : ` Statements 1 to ${kept} stay in effect, since number ${kept} commits by itself.`;
    return new MolehillError(code, `Statement ${number}: ${message}${stays}`, {
      hint,
      retryable: retryable && kept === 0,
      details: { ...details, statement: number, ...(kept > 0 && { committed: kept }) },
      cause,
    });
  }
}
