import { isRecord } from './record.ts';

type Row = Record<string, unknown>;

/** The text a model reads: all of the data, in the shortest lossless form. */
export function renderText(data: unknown): string {
  if (typeof data === 'string') return data;
  if (isRows(data)) return renderRows(data);
  if (isRecord(data)) return definedEntries(data).map(renderField).join('\n');
  return JSON.stringify(data) ?? 'null';
}

/** JSON omits a property without a value. */
function definedEntries(record: Row): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}

function renderField([key, value]: [string, unknown]): string {
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

/** A cell without a value is empty; an empty text is quoted. */
function renderTable(rows: readonly Row[]): string | undefined {
  const columns = [...new Set(rows.flatMap((row) => definedEntries(row).map(([key]) => key)))];
  if (columns.length === 0) return undefined;
  const shown = (value: unknown) => (value === undefined ? '' : renderCell(value));
  return [
    renderLine(columns.map(renderCell)),
    ...rows.map((row) => renderLine(columns.map((column) => shown(row[column])))),
  ].join('\n');
}

export function renderLine(cells: readonly string[]): string {
  return cells.join(' | ');
}

/** Quotes strings that would read as another type or contain the table's delimiters. */
export function renderCell(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  const bare = value !== '' && value === value.trim() && !/[|\n\r"\\]/.test(value) && !looksTyped(value);
  return bare ? value : JSON.stringify(value);
}

function looksTyped(value: string): boolean {
  return /^(null|true|false)$|^[-+]?[\d.]|^[[{]/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value);
}
