import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionDefinitions } from '../../../definitions.ts';
import type { Cell, Column, SqlBackend } from '../../engine.ts';
import { builtInEngines } from '../../registry.ts';

export interface Answer {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly affected: number | undefined;
}

const never = new AbortController().signal;

/** The address to dial, where it differs from the definition. */
export interface Dial {
  readonly connectHost?: string;
  readonly serverName?: string;
}

/** A backend without tools and guard: only the engine refuses statements. */
export async function openBackend(
  definition: Readonly<Record<string, unknown>>,
  dial: Dial = {},
): Promise<SqlBackend> {
  const config = new ConnectionDefinitions(builtInEngines).schema.parse({ name: 'test', ...definition });
  const dialect = await builtInEngines.load(config.type);
  const { host = '', port = 0 } = config;
  return dialect.open({ config, connectHost: host, connectPort: port, serverName: host, ...dial });
}

export interface AskOptions {
  readonly params?: readonly unknown[];
  readonly readonly?: boolean;
  readonly asReader?: boolean;
  readonly signal?: AbortSignal;
}

/** Runs a statement and fetches all rows. */
export async function ask(backend: SqlBackend, sql: string, options: AskOptions = {}): Promise<Answer> {
  const { params = [], readonly = true, asReader = false, signal = never } = options;
  const cursor = await backend.run({ sql, params }, { readonly, asReader, signal });
  const rows: (readonly Cell[])[] = [];
  for (let done = false; !done; ) {
    const batch = await cursor.fetch(100, signal);
    rows.push(...batch.rows);
    done = batch.done;
  }
  await cursor.close();
  return { columns: cursor.columns, rows, affected: cursor.affected };
}

export function change(backend: SqlBackend, sql: string, params: readonly unknown[] = []): Promise<Answer> {
  return ask(backend, sql, { params, readonly: false });
}

/** The first cell of the result. */
export async function cell(backend: SqlBackend, sql: string, options: AskOptions = {}): Promise<Cell> {
  return (await ask(backend, sql, options)).rows[0]?.[0] ?? null;
}

/** Polls; the test runner's timeout bounds it. */
export async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await delay(20);
}

export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('expected a failure');
    },
    (error: unknown) => error,
  );
}
