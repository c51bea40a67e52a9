import type { TableDescription } from '../engine.ts';
import { KIND, RELATION_KINDS, ROW_ESTIMATE } from './lists.ts';

/** An aggregate over no rows is null. */
const list = (query: string) => `COALESCE((${query}), '[]'::json)`;

function columnsOf(constraint: string, keys: string, relation: string): string {
  return `(SELECT json_agg(col.attname ORDER BY u.place)
    FROM pg_catalog.unnest(${constraint}.${keys}) WITH ORDINALITY u(number, place)
    JOIN pg_catalog.pg_attribute col ON col.attrelid = ${constraint}.${relation} AND col.attnum = u.number)`;
}

const COLUMNS = `
SELECT json_agg(json_build_object(
  'name', a.attname,
  'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
  'nullable', NOT a.attnotnull,
  'default', CASE a.attgenerated WHEN '' THEN pg_catalog.pg_get_expr(d.adbin, d.adrelid) END,
  'generated', CASE
    WHEN a.attidentity = 'a' THEN 'always as identity'
    WHEN a.attidentity = 'd' THEN 'by default as identity'
    WHEN a.attgenerated = 's' THEN 'always as (' || pg_catalog.pg_get_expr(d.adbin, d.adrelid) || ') stored'
    WHEN a.attgenerated <> '' THEN 'always as (' || pg_catalog.pg_get_expr(d.adbin, d.adrelid) || ') virtual' END,
  'comment', pg_catalog.col_description(a.attrelid, a.attnum)) ORDER BY a.attnum)
FROM pg_catalog.pg_attribute a LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`;

const PRIMARY_KEY = `SELECT ${columnsOf('k', 'conkey', 'conrelid')}
FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p'`;

const FOREIGN_KEYS = `
SELECT json_agg(json_build_object(
  'name', f.conname,
  'columns', ${columnsOf('f', 'conkey', 'conrelid')},
  'references', json_build_object('schema', tn.nspname, 'name', t.relname,
    'columns', ${columnsOf('f', 'confkey', 'confrelid')}),
  'onDelete', CASE f.confdeltype WHEN 'c' THEN 'cascade' WHEN 'r' THEN 'restrict' WHEN 'n' THEN 'set null'
    WHEN 'd' THEN 'set default' END) ORDER BY f.conname)
FROM pg_catalog.pg_constraint f JOIN pg_catalog.pg_class t ON t.oid = f.confrelid
  JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
WHERE f.contype = 'f' AND f.conrelid = c.oid AND (f.conparentid = 0 OR c.relispartition)`;

const REFERENCED_BY = `
SELECT json_agg(json_build_object(
  'schema', fn.nspname, 'name', ft.relname, 'key', f.conname,
  'columns', ${columnsOf('f', 'conkey', 'conrelid')}) ORDER BY fn.nspname, ft.relname, f.conname)
FROM pg_catalog.pg_constraint f JOIN pg_catalog.pg_class ft ON ft.oid = f.conrelid
  JOIN pg_catalog.pg_namespace fn ON fn.oid = ft.relnamespace
WHERE f.contype = 'f' AND f.confrelid = c.oid AND f.conparentid = 0`;

const INDEXES = `
SELECT json_agg(json_build_object('name', i.relname, 'unique', x.indisunique,
  'definition', pg_catalog.pg_get_indexdef(i.oid)) ORDER BY i.relname)
FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = c.oid`;

/** Constraints of the given types, in their order. */
const constraints = (types: string) => `
SELECT json_agg(json_build_object('name', k.conname,
  'definition', pg_catalog.pg_get_constraintdef(k.oid)) ORDER BY pg_catalog.strpos('${types}', k.contype::text), k.conname)
FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND pg_catalog.strpos('${types}', k.contype::text) > 0`;

/** The indexes that implement a constraint. */
const CONSTRAINT_INDEXES = `
SELECT json_agg(i.relname) FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class i ON i.oid = k.conindid
WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'x')`;

const TRIGGERS = `
SELECT json_agg(json_build_object('name', g.tgname, 'definition', pg_catalog.pg_get_triggerdef(g.oid)) ORDER BY g.tgname)
FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal`;

const PARENTS = `
SELECT json_agg(h.inhparent::regclass::text ORDER BY h.inhseqno)
FROM pg_catalog.pg_inherits h WHERE h.inhrelid = c.oid`;

const SIZE = `CASE
  WHEN c.relkind = 'p' THEN (SELECT pg_catalog.sum(pg_catalog.pg_total_relation_size(p.relid))
    FROM pg_catalog.pg_partition_tree(c.oid) p)
  WHEN c.relkind IN ('r', 'm') THEN pg_catalog.pg_total_relation_size(c.oid) END`;

/** A table as one JSON document. $1 schema or null, $2 name */
export const DESCRIBE = `
SELECT json_build_object('description', json_build_object(
  'schema', n.nspname, 'name', c.relname, 'kind', ${KIND},
  'rowEstimate', ${ROW_ESTIMATE},
  'comment', pg_catalog.obj_description(c.oid, 'pg_class'),
  'columns', ${list(COLUMNS)},
  'primaryKey', ${list(PRIMARY_KEY)},
  'foreignKeys', ${list(FOREIGN_KEYS)},
  'referencedBy', ${list(REFERENCED_BY)},
  'indexes', ${list(INDEXES)},
  'checks', ${list(constraints('c'))},
  'triggers', ${list(TRIGGERS)},
  'bytes', ${SIZE}),
  'relkind', c.relkind, 'persistence', c.relpersistence,
  'constraints', ${list(constraints('pucxf'))},
  'constraintIndexes', ${list(CONSTRAINT_INDEXES)},
  'parents', ${list(PARENTS)},
  'partitionKey', CASE c.relkind WHEN 'p' THEN pg_catalog.pg_get_partkeydef(c.oid) END,
  'partitionBound', pg_catalog.pg_get_expr(c.relpartbound, c.oid),
  'view', CASE WHEN c.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(c.oid, true) END,
  'server', (SELECT s.srvname FROM pg_catalog.pg_foreign_table t
    JOIN pg_catalog.pg_foreign_server s ON s.oid = t.ftserver WHERE t.ftrelid = c.oid))
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE ${RELATION_KINDS} AND CASE
  WHEN $1::text IS NULL THEN c.oid = pg_catalog.to_regclass(pg_catalog.quote_ident($2::text))
  ELSE n.nspname = $1::text AND c.relname = $2::text END`;

/** The document of DESCRIBE. */
export interface DescribedTable {
  readonly description: Omit<TableDescription, 'ddl'>;
  readonly relkind: 'r' | 'p' | 'f' | 'v' | 'm';
  readonly persistence: 'p' | 'u' | 't';
  readonly constraints: TableDescription['checks'];
  readonly constraintIndexes: readonly string[];
  readonly parents: readonly string[];
  readonly partitionKey: string | undefined;
  readonly partitionBound: string | undefined;
  readonly view: string | undefined;
  readonly server: string | undefined;
}
