import type { Cell, FoundObject, ListFilter, ObjectKind, Relation, SqlCatalogue } from '../engine.ts';
import { describeTable } from './describe.ts';
import { matchesLike } from './like.ts';
import { optionalText, type Read, text } from './read.ts';
import { rowEstimates, SCHEMA } from './statistics.ts';

/** Tables that belong to virtual ones, and SQLite's own, are not shown. */
const RELATIONS = `
  SELECT name, type FROM pragma_table_list
  WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY name COLLATE NOCASE, name`;

const COLUMNS = `
  SELECT t.name, c.name, c.type FROM pragma_table_list AS t JOIN pragma_table_xinfo(t.name, t.schema) AS c
  WHERE t.schema = 'main' AND t.type <> 'shadow' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND c.hidden <> 1
  ORDER BY t.name COLLATE NOCASE, t.name, c.cid`;

const INDEXES = `
  SELECT i.tbl_name, i.name, i.sql FROM sqlite_schema AS i
  WHERE i.type = 'index' AND i.sql IS NOT NULL
    AND i.tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
  ORDER BY i.name COLLATE NOCASE, i.name`;

export function createCatalogue(read: Read): SqlCatalogue {
  return {
    databases: async (signal) => {
      const [row] = await read(
        'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size',
        [],
        signal,
      );
      return [{ name: SCHEMA, bytes: Number(row?.[0] ?? 0) }];
    },
    schemas: async () => [{ name: SCHEMA, comment: undefined }],
    relations: async (filter, signal) => page(await listRelations(read, filter, signal), filter),
    describe: async (table, signal) =>
      isHere(table.schema) ? describeTable(read, table.name, signal) : undefined,
    search: async (kinds, filter, signal) => {
      const found: FoundObject[] = [];
      for (const kind of KIND_ORDER) {
        if (kinds.includes(kind) && isHere(filter.schema)) found.push(...(await find(read, kind, signal)));
      }
      return page(found, filter);
    },
  };
}

const KIND_ORDER: readonly ObjectKind[] = ['table', 'column', 'index', 'routine'];

function isHere(schema: string | undefined): boolean {
  return schema === undefined || schema.toLowerCase() === SCHEMA;
}

function page<T extends { readonly name: string }>(all: readonly T[], filter: ListFilter): T[] {
  const { pattern, offset, limit } = filter;
  const matching = pattern === undefined ? all : all.filter(({ name }) => matchesLike(pattern, name));
  return matching.slice(offset, offset + limit);
}

async function listRelations(read: Read, filter: ListFilter, signal: AbortSignal): Promise<Relation[]> {
  if (!isHere(filter.schema)) return [];
  const rows = await read(RELATIONS, [], signal);
  const estimates = await rowEstimates(read, signal);
  return rows.map((row) => toRelation(row, estimates));
}

function toRelation([name, type]: readonly Cell[], estimates: ReadonlyMap<string, number>): Relation {
  return {
    schema: SCHEMA,
    name: text(name),
    kind: type === 'view' ? 'view' : 'table',
    rowEstimate: estimates.get(text(name)),
    comment: undefined,
  };
}

/** SQLite has no routines of its own. */
async function find(read: Read, kind: ObjectKind, signal: AbortSignal): Promise<FoundObject[]> {
  if (kind === 'table')
    return (await read(RELATIONS, [], signal)).map(([name, type]) => tableFound(name, type));
  if (kind === 'column')
    return (await read(COLUMNS, [], signal)).map(([table, name, type]) => found('column', table, name, type));
  if (kind === 'index')
    return (await read(INDEXES, [], signal)).map(([table, name, sql]) => found('index', table, name, sql));
  return [];
}

function tableFound(name: Cell | undefined, type: Cell | undefined): FoundObject {
  return { ...found('table', undefined, name, type), table: undefined };
}

function found(
  kind: ObjectKind,
  table: Cell | undefined,
  name: Cell | undefined,
  detail: Cell | undefined,
): FoundObject {
  return { kind, schema: SCHEMA, table: optionalText(table), name: text(name), detail: optionalText(detail) };
}
