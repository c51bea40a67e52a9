import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import type { Relation, SqlBackend } from 'dbmole-mcp/engines';
import { RowReader } from 'dbmole-mcp/rows';
import {
  connectionParam,
  defineConnectionTool,
  type SqlConnections,
  type SqlScope,
} from 'dbmole-mcp/tools/connection-tool';
import { takeRows } from 'dbmole-mcp/tools/page';
import { sqlParam } from 'dbmole-mcp/tools/statement';
import { findTable } from 'dbmole-mcp/tools/table';
import * as z from 'zod';
import { MOST_TABLES, queryAnswer, schemaAnswer, tablesAnswer } from './answers.ts';

export function tablesTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'tables',
    title: 'Tables',
    description: 'Names of all tables and views.',
    input: z.strictObject({ connection: connectionParam }),
    output: tablesAnswer,
    effects: reads,
    budget: { rows: MOST_TABLES },
    run: async (_, scope, context) => {
      const filter = { limit: MOST_TABLES + 1, offset: 0 };
      const relations = await scope.backend.catalogue.relations(filter, context.signal);
      const usual = await usualSchema(scope, context.signal);
      const { items, cutBy } = await takeRows(relations.map(nameIn(usual)), MOST_TABLES, context);
      const next = 'ask the catalogue of the database with run-query.';
      if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, next });
      return { tables: [...items] };
    },
  });
}

/** The schema whose tables need no prefix. */
async function usualSchema({ config, backend }: SqlScope, signal: AbortSignal): Promise<string | undefined> {
  if (config.type === 'sqlite') return 'main';
  if (config.type === 'mysql') return config.database;
  const [schema] = await firstRow(backend, 'SELECT current_schema()', signal);
  return typeof schema === 'string' ? schema : undefined;
}

async function firstRow(backend: SqlBackend, sql: string, signal: AbortSignal): Promise<readonly unknown[]> {
  const cursor = await backend.run({ sql, params: [] }, { readonly: true, signal });
  try {
    return (await cursor.fetch(1, signal)).rows[0] ?? [];
  } finally {
    await cursor.close();
  }
}

function nameIn(usual: string | undefined) {
  return ({ schema, name }: Relation) => (schema === usual ? name : `${schema}.${name}`);
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

export function statementTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'query',
    title: 'Run a statement',
    description: 'Runs one SQL statement.',
    input: z.strictObject({ connection: connectionParam, query: sqlParam.min(1) }),
    output: queryAnswer,
    effects: { worst: 'destroys', openWorld: true, of: () => ({ effect: 'writes' }) },
    statement: ({ query }) => query,
    run: ({ query }, scope, context) => runStatement(query, scope, context),
  });
}

/** A statement that changes something runs to its end, however few of its rows are shown: only then is it committed. */
async function runStatement(
  sql: string,
  { backend, readonly }: SqlScope,
  context: ToolContext,
): Promise<z.input<typeof queryAnswer>> {
  const { signal, budget } = context;
  const reader = new RowReader(await backend.run({ sql, params: [] }, { readonly, signal }));
  try {
    const most = budget.limits.rows;
    const { items, cutBy } = await takeRows(reader.read(most + 1, signal), most, context);
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
