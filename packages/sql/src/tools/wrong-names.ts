import { isMolehillError, MolehillError } from '@molehill/core/errors';
import type { TableDescription } from '../engines/engine.ts';
import type { SqlScope } from './scope.ts';
import { columnsHint, nearTableHint } from './table.ts';

const MOST_TABLES = 3;
const MOST_RELATIONS = 1_000;

/** Adds to an error about a name that does not exist the names that do. */
export async function withNearNames(
  raw: unknown,
  sql: string,
  scope: Pick<SqlScope, 'backend' | 'dialect'>,
  signal: AbortSignal,
): Promise<unknown> {
  const error = isMolehillError(raw) ? raw : scope.dialect.classifyError(raw);
  if (error === undefined) return raw;
  const { code, message, retryable, details = {}, cause } = error;
  const { missing } = details;
  if (typeof missing !== 'string') return error;
  const isColumn = code === 'E_NO_SUCH_COLUMN';
  const find = isColumn
    ? columnHint(missing, sql, scope, signal)
    : nearTableHint({ table: missing }, scope, signal);
  // The error of the statement matters more than one of the catalogue.
  const hint = await find.catch(() => undefined);
  return hint === undefined ? error : new MolehillError(code, message, { hint, retryable, details, cause });
}

async function columnHint(
  missing: string,
  sql: string,
  scope: Pick<SqlScope, 'backend' | 'dialect'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const tables = await tablesIn(sql, scope, signal);
  return tables.length === 0 ? undefined : columnsHint(missing.slice(missing.lastIndexOf('.') + 1), tables);
}

/** The first tables whose names occur in the statement. */
async function tablesIn(
  sql: string,
  { backend, dialect }: Pick<SqlScope, 'backend' | 'dialect'>,
  signal: AbortSignal,
): Promise<readonly TableDescription[]> {
  const words = [...dialect.tokens(sql)].filter(({ kind }) => kind === 'word' || kind === 'quoted');
  const names = new Set(words.map(({ text }) => text.replace(/^["`[]|["`\]]$/g, '').toLowerCase()));
  const relations = await backend.catalogue.relations({ limit: MOST_RELATIONS, offset: 0 }, signal);
  const found: TableDescription[] = [];
  for (const relation of relations
    .filter(({ name }) => names.has(name.toLowerCase()))
    .slice(0, MOST_TABLES)) {
    const table = await backend.catalogue.describe(relation, signal);
    if (table) found.push(table);
  }
  return found;
}
