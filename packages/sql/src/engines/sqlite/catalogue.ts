import { likeMatcher } from '../../like.ts';
import {
  type Cell,
  type FoundObject,
  type ListFilter,
  type ObjectKind,
  objectKinds,
  type SqlCatalogue,
} from '../engine.ts';
import { optional, text } from '../shared/catalogue.ts';
import { describeTable, type Read, rowEstimates, SCHEMA } from './describe.ts';

/** Excludes SQLite's own tables and those that belong to virtual tables. */
const LISTED = String.raw`t.schema = 'main' AND t.type <> 'shadow' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'`;

const RELATIONS = `
  SELECT NULL, t.name, t.type FROM pragma_table_list AS t WHERE ${LISTED} ORDER BY t.name COLLATE NOCASE, t.name`;

/** Each row has a table, a name and a detail. SQLite has no stored routines. */
const OBJECTS: Readonly<Record<ObjectKind, string | undefined>> = {
  table: RELATIONS,
  column: `
    SELECT t.name, c.name, c.type FROM pragma_table_list AS t JOIN pragma_table_xinfo(t.name, t.schema) AS c
    WHERE ${LISTED} AND c.hidden <> 1 ORDER BY t.name COLLATE NOCASE, t.name, c.cid`,
  index: `
    SELECT i.tbl_name, i.name, i.sql FROM sqlite_schema AS i
    WHERE i.type = 'index' AND i.sql IS NOT NULL
      AND i.tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
    ORDER BY i.name COLLATE NOCASE, i.name`,
  routine: undefined,
};

export function createCatalogue(read: Read): SqlCatalogue {
  return {
    databases: async (signal) => {
      const sql = 'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size';
      const [row] = await read(sql, [], signal);
      return [{ name: SCHEMA, bytes: Number(row?.[0] ?? 0) }];
    },
    schemas: async () => [{ name: SCHEMA }],
    relations: async (filter, signal) => {
      if (!isMain(filter.schema)) return [];
      const rows = await read(RELATIONS, [], signal);
      const estimates = await rowEstimates(read, signal);
      const relations = rows.map((row) => toRelation(row, estimates));
      return page(relations, filter);
    },
    describe: async (table, signal) =>
      isMain(table.schema) ? describeTable(read, table.name, signal) : undefined,
    search: async (kinds, filter, signal) => {
      const found: FoundObject[] = [];
      for (const kind of objectKinds) {
        const sql = kinds.includes(kind) && isMain(filter.schema) ? OBJECTS[kind] : undefined;
        if (sql) found.push(...(await read(sql, [], signal)).map((row) => toFound(kind, row)));
      }
      return page(found, filter);
    },
  };
}

function isMain(schema: string | undefined): boolean {
  return schema === undefined || schema.toLowerCase() === SCHEMA;
}

function page<T extends { readonly name: string }>(all: readonly T[], filter: ListFilter): T[] {
  const { pattern, offset, limit } = filter;
  const matches = likeMatcher(pattern ?? '%');
  return all.filter(({ name }) => matches(name)).slice(offset, offset + limit);
}

function toRelation([, name, type]: readonly Cell[], estimates: ReadonlyMap<string, number>) {
  const kind = type === 'view' ? ('view' as const) : ('table' as const);
  return { schema: SCHEMA, name: text(name), kind, rowEstimate: estimates.get(text(name)) };
}

function toFound(kind: ObjectKind, [table, name, detail]: readonly Cell[]): FoundObject {
  return { kind, schema: SCHEMA, table: optional(table), name: text(name), detail: optional(detail) };
}
