import type { ServerDescription, SqlCatalogue } from '../engine.ts';
import { createLists, optional } from '../shared/catalogue.ts';
import { type PgContext, readAll } from './context.ts';
import { buildDdl } from './ddl.ts';
import { DESCRIBE, type DescribedTable } from './describe.ts';
import { LISTS, SERVER } from './lists.ts';
import { encodeParams } from './params.ts';

export function createCatalogue(context: PgContext): SqlCatalogue {
  return {
    ...createLists(LISTS, ({ sql, params }, signal) => readAll(context, sql, encodeParams(params), signal)),
    describe: async ({ schema, name }, signal) => {
      const [row] = await readAll(context, DESCRIBE, [schema ?? null, name], signal);
      if (!row?.[0]) return undefined;
      // Properties that are null in JSON are absent here.
      const table: DescribedTable = JSON.parse(row[0], (_, value: unknown) => value ?? undefined);
      return { ...table.description, ddl: buildDdl(table) };
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
