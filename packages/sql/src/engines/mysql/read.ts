import type { Cell } from '../engine.ts';
import { NotSent } from '../shared/attempt.ts';
import type { Lease } from '../shared/pool.ts';
import { columnsOf, readRows } from './cursor.ts';
import { explainError } from './errors.ts';
import { beginReading, type Room, withSession } from './room.ts';
import type { ServerKind } from './server.ts';
import type { Session } from './session.ts';

/** A row by the names of its columns, in small letters: servers differ in how they spell those of their catalogue. */
export type NamedRow = Readonly<Record<string, Cell>>;

/** Asks the catalogue; several questions share one connection and one snapshot. */
export interface Reader {
  readonly server: ServerKind;
  read(sql: string, params?: readonly unknown[]): Promise<NamedRow[]>;
}

/** Reads what statements of our own answer, under protection. */
export async function withReader<T>(
  room: Room,
  signal: AbortSignal,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  return withSession(room, signal, async (lease) => {
    try {
      await beginReading(lease);
      return await work({
        server: lease.resource.server,
        read: (sql, params = []) => readNamed(lease, sql, params, signal),
      });
    } catch (error) {
      throw error instanceof NotSent ? error : explainError(error);
    } finally {
      lease.release();
    }
  });
}

export async function readNamed(
  lease: Lease<Session>,
  sql: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<NamedRow[]> {
  const stream = await lease.resource.start(sql, params, signal);
  const rows = await lease.resource.wait(signal, () => stream.take(Number.POSITIVE_INFINITY));
  const names = columnsOf(stream.fields).map(({ name }) => name.toLowerCase());
  return readRows(rows, stream.fields).map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null])),
  );
}
