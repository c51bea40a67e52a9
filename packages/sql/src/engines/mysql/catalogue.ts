import type {
  FoundObject,
  ListFilter,
  ObjectKind,
  Relation,
  RelationKind,
  ServerDescription,
  SqlCatalogue,
} from '../engine.ts';
import { describeTable, optional, optionalNumber, text } from './describe.ts';
import { DATABASES, GRANTS, RELATIONS, SCHEMAS, SERVER, searchStatement } from './lists.ts';
import { type NamedRow, withReader } from './read.ts';
import type { Room } from './room.ts';

function toRelation(row: NamedRow): Relation {
  const isView = row.kind === 'view';
  return {
    schema: text(row.schema),
    name: text(row.name),
    kind: row.kind as RelationKind,
    rowEstimate: isView ? undefined : optionalNumber(row.estimate),
    comment: isView ? undefined : optional(row.comment),
  };
}

function toFound(row: NamedRow): FoundObject {
  return {
    kind: row.kind as ObjectKind,
    schema: text(row.schema),
    table: optional(row.table),
    name: text(row.name),
    detail: optional(row.detail),
  };
}

function conditions({
  schema = null,
  pattern = null,
}: ListFilter | { schema: null; pattern: null }): unknown[] {
  return [schema, schema, pattern, pattern];
}

export function createCatalogue(room: Room): SqlCatalogue {
  const read = (sql: string, params: readonly unknown[], signal: AbortSignal) =>
    withReader(room, signal, (reader) => reader.read(sql, params));
  return {
    databases: async (signal) =>
      (await read(DATABASES, [], signal)).map((row) => ({
        name: text(row.name),
        bytes: optionalNumber(row.bytes),
      })),
    // A schema is a database here; neither has a comment that all servers could tell.
    schemas: async (signal) =>
      (await read(SCHEMAS, [], signal)).map((row) => ({ name: text(row.name), comment: undefined })),
    relations: async (filter, signal) =>
      (await read(RELATIONS, [...conditions(filter), filter.limit, filter.offset], signal)).map(toRelation),
    describe: ({ schema, name }, signal) =>
      withReader(room, signal, (reader) => describeTable(reader, schema, name)),
    search: async (kinds, filter, signal) => {
      const { sql, parts } = searchStatement(kinds);
      const params = Array.from({ length: parts }, () => conditions(filter)).flat();
      return (await read(sql, [...params, filter.limit, filter.offset], signal)).map(toFound);
    },
  };
}

const WRITING =
  /^GRANT .*\b(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|INDEX|TRIGGER|EXECUTE|EVENT|SUPER|FILE)\b.* ON /i;
const ALL = /^GRANT .*\b(ALL PRIVILEGES|SUPER)\b.* ON \*\.\*/i;

export async function describeServer(room: Room, signal: AbortSignal): Promise<ServerDescription> {
  return withReader(room, signal, async (reader) => {
    const [server] = await reader.read(SERVER);
    const grants = (await reader.read(GRANTS)).map((row) => text(Object.values(row)[0]));
    const superuser = grants.some((grant) => ALL.test(grant));
    const writes = grants.some((grant) => WRITING.test(grant));
    return {
      version: `${reader.server.isMariadb ? 'MariaDB' : 'MySQL'} ${text(server?.version)}`,
      user: optional(server?.user),
      database: optional(server?.db),
      superuser,
      canWrite: superuser || (writes && Number(server?.read_only) === 0),
    };
  });
}
