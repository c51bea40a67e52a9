import { MolehillError } from '@molehill/core/errors';
import { sqlErrors } from '../../errors.ts';
import type { ScriptResult } from '../engine.ts';
import type { SqlLexer } from './lexer.ts';
import type { Pool, PooledSession } from './pool.ts';

export const MOST_SCRIPT_ROWS = 10_000;

export interface ScriptEngine<S> {
  readonly lexer: SqlLexer;
  /** The verbs that commit a transaction. */
  readonly commits: readonly string[];
  /** Rejects with NotSentError where it can be retried. */
  begin(session: S, script: Script): Promise<unknown>;
  run(session: S, sql: string): Promise<ScriptResult>;
  /** Whether the last statement committed the statements before it. */
  committed?(session: S): Promise<boolean>;
  commit(session: S): Promise<unknown>;
  /** Undefined for an error that is not known. */
  classify(error: unknown, context: { readonly sql: string }): MolehillError | undefined;
}

interface Script {
  /** The script's own BEGIN, which may name an isolation level. */
  readonly begin: string | undefined;
  readonly statements: readonly string[];
}

/** All statements in one transaction, as far as the engine supports that. */
export function runScript<S extends PooledSession>(
  pool: Pool<S>,
  engine: ScriptEngine<S>,
  sql: string,
  signal: AbortSignal,
): Promise<readonly ScriptResult[]> {
  const script = parseScript(engine, sql);
  const work = async (session: S) => {
    await engine.begin(session, script);
    return runAll(session, engine, script.statements, signal);
  };
  return pool.use(signal, work, false);
}

async function runAll<S extends PooledSession>(
  session: S,
  engine: ScriptEngine<S>,
  statements: readonly string[],
  signal: AbortSignal,
): Promise<ScriptResult[]> {
  const results: ScriptResult[] = [];
  let committed = 0;
  for (const [index, sql] of statements.entries()) {
    try {
      results.push(await engine.run(session, sql));
      if (await engine.committed?.(session)) committed = index + 1;
    } catch (error) {
      if (signal.aborted || !session.usable) throw error;
      const known = engine.classify(error, { sql });
      throw known ? atStatement(index + 1, known, committed) : error;
    }
  }
  await engine.commit(session);
  return results;
}

const BEGINS = ['BEGIN', 'START'];
const ROLLS_BACK = ['ROLLBACK', 'ABORT'];

/** A script may begin and commit its one transaction itself; other transaction control is refused. */
function parseScript<S>({ lexer, commits }: ScriptEngine<S>, sql: string): Script {
  const statements = lexer.split(sql);
  const headOf = (statement = '') => headWords(lexer, statement);
  const begin = BEGINS.includes(headOf(statements[0])[0] ?? '') ? statements[0] : undefined;
  const commit = commits.includes(headOf(statements.at(-1))[0] ?? '');
  const inner = statements.slice(begin === undefined ? 0 : 1, commit ? -1 : undefined);
  for (const [verb = '', ...rest] of inner.map(headOf)) {
    const toSavepoint = verb === 'ROLLBACK' && rest.includes('TO');
    if ([...BEGINS, ...commits, ...ROLLS_BACK].includes(verb) && !toSavepoint) throw nestedTransaction(verb);
  }
  return { begin, statements: inner };
}

const HEAD = 3;

function headWords(lexer: SqlLexer, statement: string): string[] {
  const head: string[] = [];
  for (const { kind, text } of lexer.tokens(statement)) {
    if (kind === 'comment') continue;
    if (kind !== 'word' || head.push(text.toUpperCase()) === HEAD) break;
  }
  return head;
}

function nestedTransaction(verb: string): MolehillError {
  return sqlErrors.fail(
    'E_UNSUPPORTED',
    `A script runs in one transaction, which ${verb} would end or nest.`,
    { hint: 'Remove BEGIN, COMMIT and ROLLBACK, or send the parts as separate scripts.' },
  );
}

export function tooManyRows(): MolehillError {
  return sqlErrors.fail(
    'E_LIMIT',
    `A statement of the script returns more than ${MOST_SCRIPT_ROWS} rows, the limit for scripts.`,
    { hint: 'Read large results with {tool:query} or {tool:export_query}.', retryable: false },
  );
}

function atStatement(number: number, error: MolehillError, committed: number): MolehillError {
  const { code, message, hint, retryable, details, cause } = error;
  const note = `Statements 1 to ${committed} stay in effect, since number ${committed} commits implicitly.`;
  return new MolehillError(code, `Statement ${number}: ${message}${committed > 0 ? ` ${note}` : ''}`, {
    hint,
    retryable: retryable && committed === 0,
    details: { ...details, statement: number, ...(committed > 0 && { committed }) },
    cause,
  });
}
