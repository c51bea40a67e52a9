import type { RelationKind, ServerDescription, SqlCatalogue, TableDescription } from '../engine.ts';
import { createLists, optional } from '../shared/catalogue.ts';
import { type PgContext, readAll } from './context.ts';
import { buildDdl } from './ddl.ts';
import { DESCRIBE, type DescribedTable } from './describe.ts';
import { LISTS, SERVER } from './lists.ts';
import { encodeParams } from './params.ts';

const KINDS: Readonly<Record<string, RelationKind>> = { v: 'view', m: 'matview' };

function toDescription(table: DescribedTable): TableDescription {
  return {
    schema: table.schema,
    name: table.name,
    kind: KINDS[table.relkind] ?? 'table',
    rowEstimate: table.rowEstimate,
    comment: table.comment,
    columns: table.columns,
    primaryKey: table.primaryKey,
    foreignKeys: table.foreignKeys,
    referencedBy: table.referencedBy,
    indexes: table.indexes.map(({ name, unique, definition }) => ({ name, unique, definition })),
    checks: table.constraints
      .filter(({ kind }) => kind === 'c')
      .map(({ name, definition }) => ({ name, definition })),
    triggers: table.triggers,
    ddl: buildDdl(table),
    bytes: table.bytes,
  };
}

/** Properties that are null in JSON are absent here. */
function parseTable(json: string): DescribedTable {
  return JSON.parse(json, (_, value: unknown) => value ?? undefined);
}

export function createCatalogue(context: PgContext): SqlCatalogue {
  return {
    ...createLists(LISTS, ({ sql, params }, signal) => readAll(context, sql, encodeParams(params), signal)),
    describe: async ({ schema, name }, signal) => {
      const [row] = await readAll(context, DESCRIBE, [schema ?? null, name], signal);
      return row?.[0] ? toDescription(parseTable(row[0])) : undefined;
    },
  };
}

export async function describeServer(context: PgContext, signal: AbortSignal): Promise<ServerDescription> {
  const [row] = await readAll(context, SERVER, [], signal);
  const [version, user, database, superuser, canWrite] = row ?? [];
  return {
    version: `PostgreSQL ${version ?? 'of unknown version'}`,
    user: optional(user),
    database: optional(database),
    superuser: superuser === 't',
    canWrite: canWrite === 't',
  };
}
