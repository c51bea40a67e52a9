import type { Budget, LimitName } from '@molehill/core/budget';
import { cutText } from '@molehill/core/fit';
import type { Cell } from '../engines/engine.ts';
import type { Row, RowReader } from '../rows.ts';

export interface RowPage {
  readonly rows: readonly Row[];
  /** The limit that ended the page; absent at the last row. */
  readonly cutBy?: LimitName;
  /** The characters to which long cells were cut. */
  readonly cutCells?: number;
}

/** Long cells are cut to the first of these lengths with which the rows fit, before rows are left out. */
const CELL_LENGTHS = [8_000, 4_000, 2_000, 1_000, 500, 250, 120];
const SHORTEST_CELL = 120;
/** More is not read to show its beginning. */
const MOST_READ_BYTES = 1_000_000;

/** Rows within the budget, and no more than `limit`. */
export async function readRowPage(
  reader: RowReader,
  limit: number,
  budget: Budget,
  signal: AbortSignal,
): Promise<RowPage> {
  const { name, bytes } = budget.dataLimit;
  const available = bytes - bytesOf(reader.columns);
  const { rows, whole, cutBy } = await collect(reader.read(limit + 1, signal), limit, available, name);
  const ended = cutBy === undefined ? {} : { cutBy };
  return whole <= available ? { rows, ...ended } : { ...shorten(rows, available), ...ended };
}

async function collect(source: AsyncIterable<Row>, limit: number, available: number, name: LimitName) {
  const rows: Row[] = [];
  let whole = 0;
  let shortest = 0;
  for await (const row of source) {
    if (rows.length >= limit) return { rows, whole, cutBy: 'rows' as const };
    const size = bytesOf(row) + 1;
    const shortened = size <= SHORTEST_CELL ? size : bytesOf(shortenRow(row, SHORTEST_CELL)) + 1;
    const isFull = shortest + shortened > available || whole > MOST_READ_BYTES;
    if (isFull && rows.length > 0) return { rows, whole, cutBy: name };
    rows.push(row);
    whole += size;
    shortest += shortened;
  }
  return { rows, whole };
}

function shorten(rows: readonly Row[], available: number): { rows: readonly Row[]; cutCells: number } {
  for (const length of CELL_LENGTHS) {
    const shortened = rows.map((row) => shortenRow(row, length));
    const size = shortened.reduce((sum, row) => sum + bytesOf(row) + 1, 0);
    if (size <= available) return { rows: shortened, cutCells: length };
  }
  return { rows: rows.map((row) => shortenRow(row, SHORTEST_CELL)), cutCells: SHORTEST_CELL };
}

function shortenRow(row: Row, length: number): Row {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, shortenCell(cell, length)]));
}

/** A cut cell says how long it is. */
function shortenCell(cell: Cell, length: number): Cell {
  if (typeof cell === 'string') return beginningOf(cell, length);
  if (typeof cell !== 'object' || cell === null) return cell;
  const json = JSON.stringify(cell);
  return json.length > length ? beginningOf(json, length) : cell;
}

function beginningOf(text: string, length: number): string {
  const mark = `… (${text.length} characters)`;
  return text.length > length + mark.length ? cutText(text, length) + mark : text;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
