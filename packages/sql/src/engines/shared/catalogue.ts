import type {
  FoundObject,
  ListFilter,
  ObjectKind,
  Relation,
  RelationKind,
  SqlCatalogue,
  Statement,
} from '../engine.ts';

type Row = readonly unknown[];

/** The queries of an engine, with the columns that their rows have. */
export interface CatalogueQueries {
  /** name, bytes */
  readonly databases: string;
  /** name, comment */
  readonly schemas: string;
  /** schema, name, kind, row estimate, comment */
  relations(filter: ListFilter): Statement;
  /** kind, schema, table, name, detail */
  search(kinds: readonly ObjectKind[], filter: ListFilter): Statement;
}

export function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Undefined for null and for empty texts. */
export function optional(value: unknown): string | undefined {
  return text(value) === '' ? undefined : text(value);
}

export function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function toRelation([schema, name, kind, rowEstimate, comment]: Row): Relation {
  return {
    schema: text(schema),
    name: text(name),
    kind: kind as RelationKind,
    rowEstimate: optionalNumber(rowEstimate),
    comment: optional(comment),
  };
}

function toFound([kind, schema, table, name, detail]: Row): FoundObject {
  return {
    kind: kind as ObjectKind,
    schema: text(schema),
    table: optional(table),
    name: text(name),
    detail: optional(detail),
  };
}

export function createLists(
  queries: CatalogueQueries,
  read: (query: Statement, signal: AbortSignal) => Promise<readonly Row[]>,
): Omit<SqlCatalogue, 'describe'> {
  const readPlain = (sql: string, signal: AbortSignal) => read({ sql, params: [] }, signal);
  return {
    databases: async (signal) =>
      (await readPlain(queries.databases, signal)).map(([name, bytes]) => ({
        name: text(name),
        bytes: optionalNumber(bytes),
      })),
    schemas: async (signal) =>
      (await readPlain(queries.schemas, signal)).map(([name, comment]) => ({
        name: text(name),
        comment: optional(comment),
      })),
    relations: async (filter, signal) => (await read(queries.relations(filter), signal)).map(toRelation),
    search: async (kinds, filter, signal) => (await read(queries.search(kinds, filter), signal)).map(toFound),
  };
}
