import type {
  FoundObject,
  ListFilter,
  ObjectKind,
  Relation,
  RelationKind,
  ServerDescription,
  SqlCatalogue,
  TableDescription,
} from '../engine.ts';
import { buildDdl } from './ddl.ts';
import { DESCRIBE, type DescribedColumn, type DescribedTable } from './describe.ts';
import type { RawRow } from './exchange.ts';
import { DATABASES, RELATIONS, SCHEMAS, SEARCH, SERVER } from './lists.ts';
import { encodeParams } from './params.ts';
import { readAll } from './read.ts';
import type { Room } from './room.ts';

/** What is not there is undefined here and null in the database. */
function optional(text: string | null | undefined): string | undefined {
  return text ?? undefined;
}

function optionalNumber(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Number(text);
}

function toRelation([schema, name, kind, rowEstimate, comment]: RawRow): Relation {
  return {
    schema: schema ?? '',
    name: name ?? '',
    kind: kind as RelationKind,
    rowEstimate: optionalNumber(rowEstimate),
    comment: optional(comment),
  };
}

function toFound([kind, schema, table, name, detail]: RawRow): FoundObject {
  return {
    kind: kind as ObjectKind,
    schema: schema ?? '',
    table: optional(table),
    name: name ?? '',
    detail: optional(detail),
  };
}

function toColumn(column: DescribedColumn): TableDescription['columns'][number] {
  return {
    ...column,
    default: optional(column.default),
    generated: optional(column.generated),
    comment: optional(column.comment),
  };
}

const KINDS: Readonly<Record<string, RelationKind>> = { v: 'view', m: 'matview' };

function toDescription(table: DescribedTable): TableDescription {
  return {
    schema: table.schema,
    name: table.name,
    kind: KINDS[table.relkind] ?? 'table',
    rowEstimate: table.rowEstimate ?? undefined,
    comment: optional(table.comment),
    columns: (table.columns ?? []).map(toColumn),
    primaryKey: table.primaryKey ?? [],
    foreignKeys: (table.foreignKeys ?? []).map((key) => ({ ...key, onDelete: optional(key.onDelete) })),
    referencedBy: table.referencedBy ?? [],
    indexes: (table.indexes ?? []).map(({ name, unique, definition }) => ({ name, unique, definition })),
    checks: (table.constraints ?? [])
      .filter(({ kind }) => kind === 'c')
      .map(({ name, definition }) => ({ name, definition })),
    triggers: table.triggers ?? [],
    ddl: buildDdl(table),
    bytes: table.bytes ?? undefined,
  };
}

function page(filter: ListFilter): unknown[] {
  return [filter.schema ?? null, filter.pattern ?? null, filter.limit, filter.offset];
}

export function createCatalogue(room: Room): SqlCatalogue {
  const read = (sql: string, params: readonly unknown[], signal: AbortSignal) =>
    readAll(room, sql, encodeParams(params), signal);
  return {
    databases: async (signal) =>
      (await read(DATABASES, [], signal)).map(([name, bytes]) => ({
        name: name ?? '',
        bytes: optionalNumber(bytes),
      })),
    schemas: async (signal) =>
      (await read(SCHEMAS, [], signal)).map(([name, comment]) => ({
        name: name ?? '',
        comment: optional(comment),
      })),
    relations: async (filter, signal) => (await read(RELATIONS, page(filter), signal)).map(toRelation),
    describe: async ({ schema, name }, signal) => {
      const [row] = await read(DESCRIBE, [schema ?? null, name], signal);
      return row?.[0] ? toDescription(JSON.parse(row[0])) : undefined;
    },
    search: async (kinds, filter, signal) =>
      (await read(SEARCH, [kinds, ...page(filter)], signal)).map(toFound),
  };
}

export async function describeServer(room: Room, signal: AbortSignal): Promise<ServerDescription> {
  const [row] = await readAll(room, SERVER, [], signal);
  const [version, user, database, superuser, canWrite] = row ?? [];
  return {
    version: `PostgreSQL ${version ?? 'of unknown version'}`,
    user: optional(user),
    database: optional(database),
    superuser: superuser === 't',
    canWrite: canWrite === 't',
  };
}
