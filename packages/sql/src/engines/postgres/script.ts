import type { ScriptResult } from '../engine.ts';
import {
  MOST_SCRIPT_ROWS,
  runScript as runShared,
  type ScriptEngine,
  tooManyRows,
} from '../shared/script.ts';
import type { PgContext } from './context.ts';
import { affectedRows, shapeOf } from './cursor.ts';
import { classifyError } from './errors.ts';
import { emptyResult, statement } from './exchange.ts';
import { postgresLexer } from './lexer.ts';
import type { Session } from './session.ts';

export async function runScript(
  context: PgContext,
  sql: string,
  signal: AbortSignal,
): Promise<readonly ScriptResult[]> {
  const engine: ScriptEngine<Session> = {
    lexer: postgresLexer,
    commits: ['COMMIT', 'END'],
    begin: (session, { begin = 'BEGIN' }) => session.retriable([statement(begin)], signal),
    run: (session, text) => runOne(context, session, text, signal),
    commit: (session) => session.exchange([statement('COMMIT')], signal),
    classify: classifyError,
  };
  return runShared(context.pool, engine, sql, signal);
}

async function runOne(
  { types }: PgContext,
  session: Session,
  sql: string,
  signal: AbortSignal,
): Promise<ScriptResult> {
  const step = { kind: 'statement', sql, values: [], portal: '', rows: MOST_SCRIPT_ROWS + 1 } as const;
  const { fields, rows, tag = '' } = (await session.exchange([step], signal))[0] ?? emptyResult();
  if (rows.length > MOST_SCRIPT_ROWS) throw tooManyRows();
  const { columns, readRows } = await shapeOf(fields, types, session, signal);
  return { sql, columns, rows: readRows(rows), affected: affectedRows(tag, columns.length > 0, rows.length) };
}
