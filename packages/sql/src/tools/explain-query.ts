import * as z from 'zod';
import { planTree } from '../engines/shared/plan/plan-tree.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { paramsParam, question, sqlParam, timeoutParam } from './statement.ts';

export function explainQueryTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'explain_query',
    title: 'Explain a statement',
    description: 'The query plan of one statement, to see why it is slow. analyze executes it.',
    input: z.strictObject({
      connection: connectionParam,
      sql: sqlParam.describe('One statement, without EXPLAIN'),
      params: paramsParam,
      analyze: z.boolean().default(false).describe('Execute the statement and measure it'),
      timeoutMs: timeoutParam,
    }),
    output: z.object({
      text: z.string(),
      plan: z.unknown().optional().describe('The same tree for every engine, with shares and warnings'),
      json: z.unknown().describe('The plan in the engine’s own format'),
    }),
    effects: { worst: 'destroys' },
    timeoutOf: ({ timeoutMs }) => timeoutMs,
    statement: ({ sql }) => sql,
    isPlanned: ({ analyze }) => !analyze,
    effectsOf: (call, { sql, connection }) =>
      call.effect === 'reads'
        ? call
        : {
            ...call,
            ask: true,
            summary: question(`analyze executes this statement on connection "${connection}"`, sql),
          },
    render: ({ text }) => text,
    run: async (
      { sql, params = [], analyze },
      { backend, dialect, readonly, planOnly, verdict },
      { signal },
    ) => {
      const asReader = verdict.reads && verdict.asReader === true;
      const options = { readonly, planOnly, asReader, analyze, signal };
      const { text, json } = await backend.explain({ sql, params }, options);
      // The last field is the first that the budget cuts.
      return { text, plan: planTree(dialect.readPlan({ text, json })), json };
    },
  });
}
