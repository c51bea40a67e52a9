import { isRecord, type JsonObject } from '../json.ts';
import type { Row } from './sort.ts';
import { bytesOf, isNumberText, isNumberType } from './values.ts';

interface Heading {
  readonly name: string;
  /** The type's name in the database. */
  readonly type?: string;
}

export interface Column extends Heading {
  readonly numeric: boolean;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

const MAX_COLUMNS = 40;

/** A table for a list of mostly flat objects. */
export function tableOf(value: unknown): Table | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return undefined;
  const names = [...new Set(value.flatMap((item) => Object.keys(item)))];
  if (names.length === 0 || names.length > MAX_COLUMNS) return undefined;
  const headings = names.map((name) => ({ name }));
  const rows = value.map((item) => cellsOf(item, headings));
  const table = tabulate(headings, rows);
  return isMostlyFlat(table.rows) ? table : undefined;
}

/** A table for `columns` and `rows`, where each row is a list or an object with a key for each column. */
export function gridOf(value: unknown): Table | undefined {
  if (!isRecord(value) || !Array.isArray(value.columns) || !Array.isArray(value.rows)) return undefined;
  const headings = value.columns.map(headingOf);
  if (!headings.every((heading) => heading !== undefined)) return undefined;
  if (headings.length === 0 && value.rows.length > 0) return undefined;
  const rows = value.rows.map((row) => rowOf(row, headings));
  return rows.every((row) => row !== undefined) ? tabulate(headings, rows) : undefined;
}

function headingOf(column: unknown): Heading | undefined {
  if (typeof column === 'string') return { name: column };
  if (!isRecord(column) || typeof column.name !== 'string') return undefined;
  return { name: column.name, ...(typeof column.type === 'string' ? { type: column.type } : {}) };
}

function rowOf(row: unknown, headings: readonly Heading[]): Row | undefined {
  if (Array.isArray(row)) return row;
  return isRecord(row) ? cellsOf(row, headings) : undefined;
}

/** A column may have the name of a property of Object.prototype. */
function cellsOf(item: JsonObject, headings: readonly Heading[]): Row {
  return headings.map(({ name }) => (Object.hasOwn(item, name) ? item[name] : undefined));
}

function tabulate(headings: readonly Heading[], rows: readonly Row[]): Table {
  const columns = headings.map((heading, index) => {
    const values = rows.map((row) => row[index]);
    return { ...heading, numeric: isNumeric(values, heading.type) };
  });
  return { columns, rows };
}

/** In a column of a numeric type, strings of digits count as numbers. */
function isNumeric(values: readonly unknown[], type: string | undefined): boolean {
  const given = values.filter((value) => value !== null && value !== undefined);
  if (isNumberType(type)) return given.every((value) => typeof value === 'number' || isNumberText(value));
  return given.length > 0 && given.every((value) => typeof value === 'number');
}

function isMostlyFlat(rows: readonly Row[]): boolean {
  const cells = rows.flat();
  return cells.filter((cell) => isNested(cell) && !bytesOf(cell)).length * 3 <= cells.length;
}

export function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
