import type { Cell, ResultCursor } from '../engine.ts';
import type { Engine } from './engine.ts';

export type Rows = readonly (readonly Cell[])[];

/** Reads a catalogue query to its end. */
export type Read = (sql: string, params: readonly unknown[], signal: AbortSignal) => Promise<Rows>;

export function reader(engine: Engine): Read {
  return async (sql, params, signal) =>
    drain(await engine.run(sql, params, { mode: 'read', signal }), signal);
}

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
  return cell === null || cell === undefined ? '' : String(cell);
}

export function optionalText(cell: Cell | undefined): string | undefined {
  return cell === null || cell === undefined ? undefined : String(cell);
}
