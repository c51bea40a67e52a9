import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import { RowReader, readAll } from 'dbmole-mcp/rows';
import { connectionParam, defineConnectionTool, type SqlConnections } from 'dbmole-mcp/tools/connection-tool';
import type { SqlScope } from 'dbmole-mcp/tools/scope';
import { sqlParam } from 'dbmole-mcp/tools/statement';
import { findTable } from 'dbmole-mcp/tools/table';
import * as z from 'zod';

export const MAX_TABLES = 5_000;

export const tablesAnswer = z.object({ tables: z.array(z.string()) });
export const schemaAnswer = z.object({ schema: z.string() });
/** Rows, or the number of changed rows for a statement without a result set. */
export const queryAnswer = z.object({
  result: z.union([z.array(z.record(z.string(), z.unknown())), z.object({ affected: z.number() })]),
});

export function tablesTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'tables',
    title: 'Tables',
    description: 'Names of all tables and views.',
    input: z.strictObject({ connection: connectionParam }),
    output: tablesAnswer,
    effects: reads,
    budget: { rows: MAX_TABLES },
    run: async (_, scope, context) => {
      const filter = { limit: MAX_TABLES + 1, offset: 0 };
      const relations = await scope.backend.catalogue.relations(filter, context.signal);
      const current = await currentSchema(scope, context.signal);
      const names = relations.map(({ schema, name }) => (schema === current ? name : `${schema}.${name}`));
      const { items, cutBy } = await context.budget.collect(names, { rows: MAX_TABLES });
      const next = 'ask the catalogue of the database with {tool:run-query}.';
      if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, next });
      return { tables: [...items] };
    },
  });
}

/** The schema whose tables are named without a prefix. */
async function currentSchema({ dialect, backend }: SqlScope, signal: AbortSignal): Promise<unknown> {
  const [row] = await readAll(backend, { sql: dialect.defaultSchemaSql, params: [] }, signal);
  return row?.[0];
}

export function schemaTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'schema',
    title: 'Schema of a table',
    description: 'The statements that would create a table or view.',
    input: z.strictObject({ connection: connectionParam, table: z.string().min(1) }),
    output: schemaAnswer,
    effects: reads,
    run: async ({ table }, scope, { signal }) => ({
      schema: (await findTable({ table }, scope, signal)).ddl,
    }),
  });
}

export function queryTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'query',
    title: 'Run a statement',
    description: 'Runs one SQL statement.',
    input: z.strictObject({
      connection: connectionParam,
      query: sqlParam.min(1),
      readonly: z.boolean().default(false),
    }),
    output: queryAnswer,
    effects: { worst: 'destroys' },
    statement: ({ query }) => query,
    effectsOf: (call, { readonly }) =>
      readonly && call.effect !== 'reads'
        ? { ...call, target: { ...call.target, name: 'this call', readonly } }
        : call,
    run: ({ query }, scope, context) => runStatement(query, scope, context),
  });
}

/** A writing statement is drained even when its rows are truncated: it commits only at its end. */
async function runStatement(
  sql: string,
  { run, readonly }: SqlScope,
  context: ToolContext,
): Promise<z.input<typeof queryAnswer>> {
  const { signal, budget } = context;
  const reader = new RowReader(await run({ sql, params: [] }, signal));
  try {
    const { rows } = budget.limits;
    const { items, cutBy } = await budget.collect(reader.read(rows + 1, signal));
    if (cutBy && !readonly) await reader.drain(signal);
    const { affected } = reader;
    const next = readonly
      ? 'ask for less: fewer columns, a WHERE, or LIMIT and OFFSET.'
      : 'the statement ran to its end; select the rows it changed to see the others.';
    if (cutBy) budget.cut({ limit: cutBy, shown: items.length, next });
    await reader.close();
    return { result: reader.columns.length === 0 && affected !== undefined ? { affected } : items };
  } catch (error) {
    await reader.close().catch(() => {});
    throw error;
  }
}
