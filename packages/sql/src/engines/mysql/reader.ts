import type { Cell } from '../engine.ts';
import type { Pool } from '../shared/pool.ts';
import { columnsOf, readRows } from './cursor.ts';
import type { ServerKind } from './server.ts';
import type { Session } from './session.ts';

/** A row by column name, in lower case: servers differ in how they spell the columns of their catalogue. */
export type NamedRow = Readonly<Record<string, Cell>>;

/** Catalogue queries that share one session and one snapshot. */
export interface Reader {
  readonly server: ServerKind;
  rows(sql: string, params: readonly unknown[]): Promise<readonly (readonly Cell[])[]>;
  named(sql: string, params?: readonly unknown[]): Promise<NamedRow[]>;
}

/** Runs catalogue queries in a READ ONLY transaction. */
export function withReader<T>(
  pool: Pool<Session>,
  signal: AbortSignal,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  return pool.use(signal, async (session) => {
    await session.beginReadOnly();
    return work({
      server: session.server,
      rows: async (sql, params) => (await readAll(session, sql, params, signal)).rows,
      named: (sql, params = []) => readNamed(session, sql, params, signal),
    });
  });
}

async function readAll(session: Session, sql: string, params: readonly unknown[], signal: AbortSignal) {
  const stream = await session.start(sql, params, signal);
  const rows = await session.wait(signal, () => stream.take(Number.POSITIVE_INFINITY));
  return { fields: stream.fields, rows: readRows(rows, stream.fields) };
}

export async function readNamed(
  session: Session,
  sql: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<NamedRow[]> {
  const { fields, rows } = await readAll(session, sql, params, signal);
  const names = columnsOf(fields).map(({ name }) => name.toLowerCase());
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null])));
}
