import { isRecord } from '../form/schema.ts';
import type { Row } from './sort.ts';

export interface Column {
  readonly name: string;
  readonly numeric: boolean;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

const WIDEST = 40;

/** A list of mostly flat objects reads best as a table; anything else does not. */
export function tableOf(value: unknown): Table | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return undefined;
  const names = [...new Set(value.flatMap((item) => Object.keys(item)))];
  if (names.length === 0 || names.length > WIDEST) return undefined;
  const table = tabulate(
    names,
    value.map((item) => names.map((name) => item[name])),
  );
  return isMostlyFlat(table.rows) ? table : undefined;
}

/** Rows as lists beside a list of column names, as databases like to answer. */
export function gridOf(value: unknown): Table | undefined {
  if (!isRecord(value) || !Array.isArray(value.columns) || !Array.isArray(value.rows)) return undefined;
  const names = value.columns.map((column) => (isRecord(column) ? column.name : column));
  const rows: readonly unknown[] = value.rows;
  const isGrid =
    names.every((name) => typeof name === 'string') && rows.length > 0 && rows.every(Array.isArray);
  return isGrid ? tabulate(names, rows) : undefined;
}

function tabulate(names: readonly string[], rows: readonly Row[]): Table {
  const columns = names.map((name, index) => ({ name, numeric: isNumeric(rows.map((row) => row[index])) }));
  return { columns, rows };
}

function isNumeric(values: readonly unknown[]): boolean {
  const given = values.filter((value) => value !== null && value !== undefined);
  return given.length > 0 && given.every((value) => typeof value === 'number');
}

function isMostlyFlat(rows: readonly Row[]): boolean {
  const cells = rows.flat();
  return cells.filter(isNested).length * 3 <= cells.length;
}

export function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
