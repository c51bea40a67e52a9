import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBResult,
  JsonDuckDBValueConverter,
  ResultReturnType,
} from '@duckdb/node-api';
import type {
  Cell,
  Column,
  ResultCursor,
  RunOptions,
  ScriptResult,
  Statement,
} from '../../engines/engine.ts';

type Rows = readonly (readonly Cell[])[];

/** A connection for each statement: opening one costs microseconds, and several read at once. */
export async function run(
  instance: DuckDBInstance,
  { sql, params }: Statement,
  { readonly, planOnly = false, signal }: RunOptions,
): Promise<ResultCursor> {
  const connection = await instance.connect();
  try {
    if (readonly && !planOnly) await connection.run('BEGIN TRANSACTION READ ONLY');
    const result = await interruptible(connection, signal, async () => {
      const prepared = await connection.prepare(sql);
      prepared.bind(params.map((value) => (isBindable(value) ? value : JSON.stringify(value))));
      return readonly ? prepared.stream() : prepared.run();
    });
    return cursorOf(connection, result);
  } catch (error) {
    connection.closeSync();
    throw error;
  }
}

function isBindable(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

function cursorOf(connection: DuckDBConnection, result: DuckDBResult): ResultCursor {
  const columns = columnsOf(result);
  let pending: Rows = [];
  let atEnd = columns.length === 0;
  const fetch: ResultCursor['fetch'] = async (count, signal) => {
    while (!atEnd && pending.length < count) {
      const chunk = await interruptible(connection, signal, () => result.fetchChunk());
      atEnd = chunk === null || chunk.rowCount === 0;
      if (chunk && !atEnd)
        pending = [...pending, ...chunk.convertRows(JsonDuckDBValueConverter).map(exact(columns))];
    }
    const rows = pending.slice(0, count);
    pending = pending.slice(count);
    return { rows, done: atEnd && pending.length === 0 };
  };
  return { columns, affected: affectedBy(result), fetch, close: async () => connection.closeSync() };
}

export async function runScript(
  instance: DuckDBInstance,
  sql: string,
  signal: AbortSignal,
): Promise<readonly ScriptResult[]> {
  const connection = await instance.connect();
  try {
    const statements = await connection.extractStatements(sql);
    const results: ScriptResult[] = [];
    await connection.run('BEGIN');
    for (let at = 0; at < statements.count; at++) {
      const prepared = await statements.prepare(at);
      const result = await interruptible(connection, signal, () => prepared.run());
      const columns = columnsOf(result);
      const rows =
        columns.length === 0 ? [] : (await result.convertRows(JsonDuckDBValueConverter)).map(exact(columns));
      results.push({ sql: `statement ${at + 1}`, columns, rows, affected: affectedBy(result) });
    }
    await connection.run('COMMIT');
    return results;
  } finally {
    connection.closeSync();
  }
}

/** All rows of one statement in a READ ONLY transaction. */
export async function readRows(
  instance: DuckDBInstance,
  sql: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<Rows> {
  const cursor = await run(instance, { sql, params }, { readonly: true, signal });
  try {
    return (await cursor.fetch(Number.MAX_SAFE_INTEGER, signal)).rows;
  } finally {
    await cursor.close();
  }
}

async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt);
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

function columnsOf(result: DuckDBResult): Column[] {
  if (result.returnType !== ResultReturnType.QUERY_RESULT) return [];
  const types = result.columnTypes();
  return result.columnNames().map((name, at) => ({ name, type: String(types[at]) }));
}

function affectedBy(result: DuckDBResult): number | undefined {
  return result.returnType === ResultReturnType.CHANGED_ROWS ? result.rowsChanged : undefined;
}

/** The converter writes every BIGINT as a string; a safe one is a number. */
function exact(columns: readonly Column[]): (row: readonly Cell[]) => readonly Cell[] {
  const isBigint = columns.map(({ type }) => /^(BIGINT|HUGEINT)$/.test(type));
  return (row) =>
    row.map((cell, at) => (isBigint[at] && Number.isSafeInteger(Number(cell)) ? toNumber(cell) : cell));
}

function toNumber(cell: Cell): Cell {
  return cell === null ? null : Number(cell);
}
