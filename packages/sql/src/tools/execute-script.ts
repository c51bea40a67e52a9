import * as z from 'zod';
import type { ScriptResult } from '../engines/engine.ts';
import { type Row, toRow, uniqueNames } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { takeRows } from './page.ts';
import { rowsShape } from './rows-answer.ts';
import { askIfDestructive, sqlParam, timeoutParam } from './statement.ts';

const SHOWN_CHARACTERS = 120;

const outputSchema = z.object({
  statements: z.number(),
  results: z.array(z.object({ sql: z.string(), affected: z.number().optional(), ...rowsShape })),
});

export function executeScriptTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'execute_script',
    title: 'Run several SQL statements as one',
    description:
      'Runs several statements in one transaction: all of them or none. Needs a writable connection; for a single statement use query.',
    input: z.strictObject({ connection: connectionParam, sql: sqlParam, timeoutMs: timeoutParam }),
    output: outputSchema,
    effects: { worst: 'destroys', openWorld: true, of: () => ({ effect: 'writes' }) },
    timeoutOf: ({ timeoutMs }) => timeoutMs,
    statement: ({ sql }) => sql,
    writes: true,
    question: ({ sql }, config) => askIfDestructive(sql, config),
    run: async ({ sql }, { backend }, context) => {
      const results = await backend.script(sql, context.signal);
      const { items, cutBy } = await takeRows(rowsOf(results), context.budget.limits.rows, context);
      if (cutBy)
        context.budget.cut({
          limit: cutBy,
          shown: items.length,
          next: 'the script ran whole; select the rows that are missing with query.',
        });
      const shown = results.map((_, index) =>
        items.filter((item) => item.result === index).map(({ row }) => row),
      );
      return {
        statements: results.length,
        results: results.map((result, index) => toAnswer(result, shown[index] ?? [])),
      };
    },
  });
}

function* rowsOf(results: readonly ScriptResult[]): Generator<{ result: number; row: Row }> {
  for (const [result, { columns, rows }] of results.entries()) {
    const names = uniqueNames(columns);
    for (const cells of rows) yield { result, row: toRow(names, cells) };
  }
}

function toAnswer({ sql, columns, affected }: ScriptResult, rows: readonly Row[]) {
  const text = sql.trim().replace(/\s+/g, ' ');
  return {
    sql: text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text,
    ...(affected === undefined ? {} : { affected }),
    rowCount: rows.length,
    columns: uniqueNames(columns),
    rows: [...rows],
  };
}
