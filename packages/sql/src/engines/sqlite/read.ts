import { isMolehillError } from '@molehill/core/errors';
import type { Cell, ResultCursor } from '../engine.ts';

export type Rows = readonly (readonly Cell[])[];

/** Reads a catalogue query to its end. */
export type Read = (sql: string, params: readonly unknown[], signal: AbortSignal) => Promise<Rows>;

const BATCH = 5_000;

export async function drain(cursor: ResultCursor, signal: AbortSignal): Promise<Rows> {
  const batches: Rows[] = [];
  try {
    for (let done = false; !done; ) {
      const batch = await cursor.fetch(BATCH, signal);
      batches.push(batch.rows);
      done = batch.done;
    }
    return batches.flat();
  } finally {
    await cursor.close();
  }
}

export function text(cell: Cell | undefined): string {
  return optionalText(cell) ?? '';
}

export function optionalText(cell: Cell | undefined): string | undefined {
  return cell === null || cell === undefined ? undefined : String(cell);
}

/** The only schema: a connection uses its own file only. */
export const SCHEMA = 'main';

/** Row counts of the last ANALYZE. A database that was never analysed has no such table. */
export async function rowEstimates(read: Read, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  try {
    const sql = 'SELECT tbl, max(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl';
    const rows = await read(sql, [], signal);
    return new Map(rows.map(([table, count]) => [text(table), Number(count)]));
  } catch (error) {
    if (isMolehillError(error) && error.code === 'E_NO_SUCH_TABLE') return new Map();
    throw error;
  }
}
