import * as z from 'zod';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { paramsParam, question, sqlParam, timeoutParam } from './statement.ts';

export function explainQueryTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'explain_query',
    title: 'How a statement would be run',
    description:
      'The plan of one statement, to see why it is slow. analyze really runs it: reads only, or after a person agreed.',
    input: z.strictObject({
      connection: connectionParam,
      sql: sqlParam.describe('One statement, without EXPLAIN'),
      params: paramsParam,
      analyze: z.boolean().default(false).describe('Run the statement and measure it'),
      timeoutMs: timeoutParam,
    }),
    output: z.object({ text: z.string(), json: z.unknown() }),
    effects: { worst: 'destroys', of: () => ({ effect: 'writes' }) },
    timeoutOf: ({ timeoutMs }) => timeoutMs,
    // A plan alone changes nothing, whatever the statement is; only the guard knows what else the text may hold.
    statement: ({ sql, analyze }) => (analyze ? sql : `EXPLAIN ${sql}`),
    question: ({ sql }, { name }) =>
      question(`To measure this statement it is run on connection "${name}"`, sql),
    render: ({ text }) => text,
    run: async ({ sql, params = [], analyze }, { backend, readonly, planOnly }, { signal }) => {
      const options = { readonly, planOnly, analyze, signal };
      const { text, json } = await backend.explain({ sql, params }, options);
      return { text, json };
    },
  });
}
