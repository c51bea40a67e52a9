import * as z from 'zod';
import type { ScriptResult } from '../engines/engine.ts';
import { type Row, toRow, uniqueNames } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { renderRowsAnswer, rowsShape } from './rows-answer.ts';
import { beginning, sqlParam, timeoutParam } from './statement.ts';

const SHOWN_CHARACTERS = 120;

const outputSchema = z.object({
  statements: z.number(),
  results: z.array(z.object({ sql: z.string(), affected: z.number().optional(), ...rowsShape })),
});

export function executeScriptTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'execute_script',
    title: 'Run several SQL statements in one transaction',
    description:
      'Runs several statements in one transaction, all or none. Needs a writable connection; for a single statement use query.',
    input: z.strictObject({ connection: connectionParam, sql: sqlParam, timeoutMs: timeoutParam }),
    output: outputSchema,
    effects: { worst: 'destroys' },
    timeoutOf: ({ timeoutMs }) => timeoutMs,
    statement: ({ sql }) => sql,
    isScript: true,
    render: ({ results }) => results.map(renderResult).join('\n'),
    run: async ({ sql }, { backend }, { signal, budget }) => {
      const results = await backend.script(sql, signal);
      const heads = results.map(headOf);
      const rows = results.map(rowsOf);
      const { items, cutBy } = await budget.collect(rows.flat(), { frame: heads });
      const next = 'the script ran to its end; select the missing rows with {tool:query}.';
      if (cutBy) budget.cut({ limit: cutBy, shown: items.length, next });
      const kept = new Set(items);
      const shown = rows.map((each) => each.filter((row) => kept.has(row)));
      return {
        statements: results.length,
        results: heads.map((head, index) => {
          const own = shown[index] ?? [];
          return { ...head, rowCount: own.length, rows: own };
        }),
      };
    },
  });
}

function renderResult({ sql, ...answer }: z.output<typeof outputSchema>['results'][number], index: number) {
  return [`${index + 1}. ${sql}`, renderRowsAnswer(answer)].filter((line) => line !== '').join('\n');
}

function headOf({ sql, columns, affected }: ScriptResult) {
  return {
    sql: beginning(sql, SHOWN_CHARACTERS),
    ...(affected === undefined ? {} : { affected }),
    columns: uniqueNames(columns),
  };
}

function rowsOf({ columns, rows }: ScriptResult): Row[] {
  const names = uniqueNames(columns);
  return rows.map((cells) => toRow(names, cells));
}
