import { nearest } from '@molehill/core/near';
import * as z from 'zod';
import type { Dialect, TableDescription, TableRef } from '../engines/engine.ts';
import { sqlErrors } from '../errors.ts';
import type { SqlScope } from './scope.ts';

const MOST_CANDIDATES = 1_000;

export const tableShape = {
  table: z.string().min(1).describe('Table or view, or "schema.table"'),
  schema: z.string().min(1).optional(),
};

/** A LIKE pattern. A plain word matches all names that contain it. */
export const patternParam = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => (/[%*]/.test(text) ? text.replaceAll('*', '%') : `%${text}%`))
  .describe('Part of the name, or with % or *');

export interface TableInput {
  readonly table: string;
  readonly schema?: string | undefined;
}

/** The named table, or an error that suggests a similar name. */
export async function findTable(
  input: TableInput,
  scope: SqlScope,
  signal: AbortSignal,
): Promise<TableDescription> {
  const { catalogue } = scope.backend;
  for (const candidate of candidates(input)) {
    const found = await catalogue.describe(candidate, signal);
    if (found) return found;
  }
  throw await unknownTable(input, scope, signal);
}

/** A dot separates schema and table, unless the schema is given or the name contains a dot. */
function candidates({ table, schema }: TableInput): { schema?: string; name: string }[] {
  if (schema !== undefined) return [{ schema, name: table }];
  const dot = table.indexOf('.');
  if (dot <= 0 || dot === table.length - 1) return [{ name: table }];
  return [{ schema: table.slice(0, dot), name: table.slice(dot + 1) }, { name: table }];
}

async function unknownTable({ table, schema }: TableInput, scope: SqlScope, signal: AbortSignal) {
  const hint = await nearTableHint({ table, schema }, scope, signal);
  const where = schema === undefined ? '' : ` in schema "${schema}"`;
  return sqlErrors.fail(
    'E_NO_SUCH_TABLE',
    `There is no table or view "${table}"${where}.`,
    hint === undefined ? {} : { hint },
  );
}

/** An empty answer about a schema that does not exist would read as an empty schema. */
export async function checkSchema(
  schema: string | undefined,
  { backend }: Pick<SqlScope, 'backend'>,
  signal: AbortSignal,
): Promise<void> {
  if (schema === undefined) return;
  const names = (await backend.catalogue.schemas(signal)).map(({ name }) => name);
  if (names.some((name) => name.toLowerCase() === schema.toLowerCase())) return;
  const near = nearest(schema, names);
  const suggestion = near === undefined ? '' : `Did you mean "${near}"? `;
  throw sqlErrors.fail('E_NO_SUCH_TABLE', `This connection sees no schema "${schema}".`, {
    hint: `${suggestion}{tool:list_schemas} shows all.`,
  });
}

/** Undefined where no table has a similar name. */
export async function nearTableHint(
  { table, schema }: TableInput,
  { backend }: Pick<SqlScope, 'backend'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const relations = await backend.catalogue.relations({ schema, limit: MOST_CANDIDATES, offset: 0 }, signal);
  const near = nearest(table.slice(table.lastIndexOf('.') + 1), new Set(relations.map(({ name }) => name)));
  return near === undefined ? undefined : `Did you mean "${near}"? {tool:list_tables} shows all.`;
}

export function findColumn(table: TableDescription, name: string) {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column) return column;
  throw sqlErrors.fail('E_NO_SUCH_COLUMN', `Table "${table.name}" has no column "${name}".`, {
    hint: columnsHint(name, [table]),
  });
}

const MOST_COLUMNS = 50;

export function columnsHint(name: string, tables: readonly TableDescription[]): string {
  const near = nearest(name, new Set(tables.flatMap((table) => namesOf(table))));
  const lists = tables.map((table) => `Columns of ${table.name}: ${shortList(namesOf(table))}.`);
  return [...(near === undefined ? [] : [`Did you mean "${near}"?`]), ...lists].join(' ');
}

function namesOf({ columns }: TableDescription): readonly string[] {
  return columns.map(({ name }) => name);
}

function shortList(names: readonly string[]): string {
  const more = names.length - MOST_COLUMNS;
  return names.slice(0, MOST_COLUMNS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export function qualified({ schema, name }: TableRef, dialect: Dialect): string {
  return `${dialect.quote(schema)}.${dialect.quote(name)}`;
}
