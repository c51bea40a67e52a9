import type { ScriptResult } from '../engine.ts';
import type { Pool } from '../shared/pool.ts';
import {
  MOST_SCRIPT_ROWS,
  runScript as runShared,
  type ScriptEngine,
  tooManyRows,
} from '../shared/script.ts';
import { columnsOf, readRows } from './cursor.ts';
import type { OkPacket } from './driver.ts';
import { classifyError } from './errors.ts';
import { mysqlLexer } from './lexer.ts';
import type { Session } from './session.ts';
import { isResettable } from './verb.ts';

/** A flag of the server's status. */
const IN_TRANSACTION = 1;

/** Not always atomic: a statement that changes the schema implicitly commits the statements before it. */
export function runScript(
  pool: Pool<Session>,
  sql: string,
  signal: AbortSignal,
): Promise<readonly ScriptResult[]> {
  let ok: OkPacket | undefined;
  const engine: ScriptEngine<Session> = {
    lexer: mysqlLexer,
    commits: ['COMMIT'],
    begin: async (session, { statements }) => {
      await session.allowWrites();
      await session.begin();
      if (!statements.every(isResettable)) session.markDirty();
    },
    run: async (session, statement) => {
      const stream = await session.start(statement, [], signal);
      const rows = await session.wait(signal, () => stream.take(MOST_SCRIPT_ROWS + 1));
      if (rows.length > MOST_SCRIPT_ROWS) {
        session.abandon();
        throw tooManyRows();
      }
      ok = stream.ok;
      return {
        sql: statement,
        columns: columnsOf(stream.fields),
        rows: readRows(rows, stream.fields),
        affected: ok && stream.fields.length === 0 ? Number(ok.affectedRows) : undefined,
      };
    },
    committed: async (session) => {
      if (ok === undefined || ok.serverStatus & IN_TRANSACTION) return false;
      await session.command('START TRANSACTION');
      return true;
    },
    commit: (session) => session.command('COMMIT'),
    classify: classifyError,
  };
  return runShared(pool, engine, sql, signal);
}
