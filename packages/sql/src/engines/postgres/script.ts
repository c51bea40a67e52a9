import type { ScriptResult } from '../engine.ts';
import { retriable } from '../shared/pool.ts';
import {
  MOST_SCRIPT_ROWS,
  runScript as runShared,
  type ScriptEngine,
  tooManyRows,
} from '../shared/script.ts';
import type { PgContext } from './context.ts';
import { affectedRows, shapeOf } from './cursor.ts';
import { explainError } from './errors.ts';
import { command, emptyResult } from './exchange.ts';
import { postgresLexer } from './lexer.ts';
import type { Session } from './session.ts';

export async function runScript(
  context: PgContext,
  sql: string,
  signal: AbortSignal,
): Promise<readonly ScriptResult[]> {
  const send = (session: Session, text: string) => session.exchange([command(text)], signal);
  const engine: ScriptEngine<Session> = {
    lexer: postgresLexer,
    commits: ['COMMIT', 'END'],
    begin: async (session, { begin = 'BEGIN' }) => {
      await retriable(session, () => send(session, begin), signal);
    },
    run: (session, statement) => runOne(context, session, statement, signal),
    commit: async (session) => {
      await send(session, 'COMMIT');
    },
    classify: explainError,
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
