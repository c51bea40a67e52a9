import { isRecord } from './record.ts';

type Row = Record<string, unknown>;

/** The text a model reads: all of the data, in the shortest lossless form. */
export function renderText(data: unknown): string {
  if (typeof data === 'string') return data;
  if (isRows(data)) return renderRows(data);
  if (isRecord(data)) return Object.entries(data).map(renderField).join('\n');
  return JSON.stringify(data) ?? 'null';
}

function renderField([key, value]: [string, unknown]): string {
  if (value === undefined) return `${key}: null`;
  if (isRows(value)) return `${key} (${value.length}):\n${renderRows(value)}`;
  if (typeof value === 'string' && value.includes('\n')) return `${key}:\n${indent(value)}`;
  return `${key}: ${typeof value === 'string' && !looksScalar(value) ? value : JSON.stringify(value)}`;
}

/** Unquoted, such a string would read as a number, boolean or null. */
function looksScalar(text: string): boolean {
  return /^(null|true|false|-?\d+(\.\d+)?([eE][-+]?\d+)?)$/.test(text);
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function renderRows(rows: readonly Row[]): string {
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  const table = renderTable(rows);
  return table !== undefined && table.length < lines.length ? table : lines;
}

function renderTable(rows: readonly Row[]): string | undefined {
  const columns = Object.keys(rows[0] ?? {});
  const uniform = rows.every((row) => {
    const keys = Object.keys(row);
    return keys.length === columns.length && columns.every((column, index) => keys[index] === column);
  });
  if (!uniform || columns.length === 0) return undefined;
  const line = (cells: readonly string[]) => cells.join(' | ');
  return [
    line(columns.map(cell)),
    ...rows.map((row) => line(columns.map((column) => cell(row[column])))),
  ].join('\n');
}

/** Quotes strings that would read as another type or contain the table's delimiters. */
function cell(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  const bare = value !== '' && value === value.trim() && !/[|\n\r"\\]/.test(value) && !looksTyped(value);
  return bare ? value : JSON.stringify(value);
}

function looksTyped(value: string): boolean {
  return /^(null|true|false)$|^[-+]?[\d.]|^[[{]/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value);
}
