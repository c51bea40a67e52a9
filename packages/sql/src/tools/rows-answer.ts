import { renderCell, renderLine, renderText } from '@molehill/core/render';
import * as z from 'zod';
import type { Cell, Column } from '../engines/engine.ts';
import type { Row } from '../rows.ts';

/** Rows in a result. Keys of a row are the column names, which are unique. */
export const rowsShape = {
  rowCount: z.number().describe('Rows in this answer'),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
};

interface RowsAnswer {
  readonly rowCount: number;
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Always a table, with the types in its header: a list of columns above it would repeat their names. */
export function renderRowsAnswer({ rowCount: _, columns, rows, ...rest }: RowsAnswer): string {
  const beside = renderText(rest);
  if (columns.length === 0) return beside;
  return [renderTable(columns, rows), ...(beside === '' ? [] : [beside])].join('\n');
}

function renderTable(columns: readonly Column[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const header = columns.map(({ name, type }) => `${renderCell(name)} ${type}`);
  const lines = rows.map((row) => columns.map(({ name, type }) => renderTyped(row[name], type)));
  return [`rows (${rows.length}):`, ...[header, ...lines].map(renderLine)].join('\n');
}

const NUMERIC = /^(numeric|decimal|number|bigint|int8|hugeint|integer|int)\b/i;
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;

function isNumberText(value: unknown): value is string {
  return typeof value === 'string' && NUMBER.test(value);
}

/** The header says that it is a number, so it needs no quotes, as those that JSON can hold have none. */
function renderTyped(value: unknown, type: string): string {
  return isNumberText(value) && NUMERIC.test(type) ? value : renderCell(value ?? null);
}

/** Numbers that JSON cannot hold are texts. Then all numbers of the column are: a column has one type in an answer. */
export function withOneType(columns: readonly Column[], rows: readonly Row[]): Row[] {
  const mixed = columns.filter(({ name, type }) => NUMERIC.test(type) && isMixed(rows, name));
  if (mixed.length === 0) return [...rows];
  const asText = (row: Row) => mixed.map(({ name }): [string, Cell] => [name, numberAsText(row[name])]);
  return rows.map((row) => ({ ...row, ...Object.fromEntries(asText(row)) }));
}

function isMixed(rows: readonly Row[], name: string): boolean {
  const cells = rows.map((row) => row[name]);
  const texts = cells.filter((cell) => typeof cell === 'string');
  return texts.length > 0 && texts.every(isNumberText) && cells.some((cell) => typeof cell === 'number');
}

function numberAsText(cell: Cell | undefined): Cell {
  if (typeof cell === 'number') return Object.is(cell, -0) ? '-0' : String(cell);
  return cell ?? null;
}
