import type { ColumnDescription, ForeignKey, TableDescription, TableRef } from '../engines/engine.ts';

const LONGEST_TYPE = 40;

/** One table of an ER diagram: its block and its relationships. */
export interface Entity {
  readonly table: TableRef;
  readonly block: string;
  readonly links: readonly { readonly to: TableRef; readonly line: string }[];
}

/** Unique names for the tables of one diagram, also after unsupported characters were removed. */
export type EntityNames = (table: TableRef) => string;

export function entityNames(tables: readonly TableRef[]): EntityNames {
  const withSchema = new Set(tables.map(({ schema }) => schema)).size > 1;
  const byKey = new Map<string, string>();
  const taken = new Set<string>();
  for (const table of tables) {
    const wanted = quotable(withSchema ? `${table.schema}.${table.name}` : table.name);
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`;
    taken.add(name);
    byKey.set(tableKey(table), name);
  }
  return (table) => `"${byKey.get(tableKey(table)) ?? quotable(table.name)}"`;
}

function tableKey({ schema, name }: TableRef): string {
  return JSON.stringify([schema, name]);
}

export function toEntity(table: TableDescription, nameOf: EntityNames): Entity {
  const lines = table.columns.map((column) => attribute(column, table));
  const block =
    lines.length === 0 ? `  ${nameOf(table)}` : [`  ${nameOf(table)} {`, ...lines, '  }'].join('\n');
  const links = table.foreignKeys.map((key) => ({ to: key.references, line: link(table, key, nameOf) }));
  return { table, block, links };
}

/** Everything an entity may add to a diagram. */
export function entityText({ block, links }: Entity): string {
  return [block, ...links.map(({ line }) => line)].join('\n');
}

/** Omits keys to tables outside the diagram, which would be drawn as empty boxes. */
export function toDiagram(entities: readonly Entity[]): string {
  const shown = new Set(entities.map(({ table }) => tableKey(table)));
  const links = entities.flatMap((entity) => entity.links.filter(({ to }) => shown.has(tableKey(to))));
  return ['erDiagram', ...entities.map(({ block }) => block), ...links.map(({ line }) => line)].join('\n');
}

function attribute(column: ColumnDescription, table: TableDescription): string {
  const name = word(column.name);
  const keys = keyMarks(column.name, table);
  const type = typeWord(column.type);
  const notes = [
    ...(name === column.name ? [] : [column.name]),
    ...(type === word(column.type) ? [] : [column.type]),
  ];
  const note = notes.length === 0 ? [] : [`"${quotable(notes.join(', '))}"`];
  return ['   ', type, name, ...keys, ...note].join(' ');
}

/** A type such as `numeric(10,2)` cannot be written as it is: its name is, and the whole type beside it. */
function typeWord(type: string): string {
  const isPlain = /^[\w()[\] -]*$/.test(type) && type.length <= LONGEST_TYPE;
  return isPlain ? word(type) : word(type.replace(/\(.*$/s, '')).slice(0, LONGEST_TYPE);
}

function keyMarks(column: string, table: TableDescription): string[] {
  const marks = [
    ...(table.primaryKey.includes(column) ? ['PK'] : []),
    ...(table.foreignKeys.some((key) => key.columns.includes(column)) ? ['FK'] : []),
  ];
  return marks.length > 0 ? [marks.join(', ')] : [];
}

/** Many-to-one; optional where a column of the key is nullable; one-to-one where the key is the primary key. */
function link(table: TableDescription, key: ForeignKey, nameOf: EntityNames): string {
  const nullable = table.columns.some((column) => column.nullable && key.columns.includes(column.name));
  const ownKey =
    key.columns.length === table.primaryKey.length &&
    key.columns.every((name) => table.primaryKey.includes(name));
  const line = `${ownKey ? '|o' : '}o'}--${nullable ? 'o|' : '||'}`;
  const label = key.columns.length === 0 ? quotable(key.name) : quotable(key.columns.join(', '));
  return `  ${nameOf(table)} ${line} ${nameOf(key.references)} : "${label}"`;
}

/** Characters that every Mermaid version with ER diagrams accepts in quotes. */
function quotable(text: string): string {
  const plain = text
    .replaceAll('"', "'")
    .replace(/[%~\\]|\p{Cc}|[\u2028\u2029]/gu, '_')
    .replace(/(direction)\s+(?=TB|BT|RL|LR)/gi, '$1_');
  return plain === '' ? '_' : plain;
}

/** Types and columns cannot be quoted. `PK`, `FK` and `UK` are keywords. */
function word(text: string): string {
  const bare = text.replace(/([^A-Za-z0-9_()[\]\-\u00c0-\uffff]|\s)+/g, '_') || '_';
  return /^[^A-Za-z_\u00c0-\uffff]|^(pk|fk|uk)\b/i.test(bare) ? `_${bare}` : bare;
}
