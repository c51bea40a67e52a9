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

/** Where a test connects to, when that is not what the definition says. */
export interface Dial {
  readonly connectHost?: string;
  readonly serverName?: string;
}

/** A backend past tools and guard: what is refused here, the engine refuses. */
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
  readonly signal?: AbortSignal;
}

/** Runs a statement to its end. */
export async function ask(backend: SqlBackend, sql: string, options: AskOptions = {}): Promise<Answer> {
  const { params = [], readonly = true, signal = never } = options;
  const cursor = await backend.run({ sql, params }, { readonly, signal });
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

/** The one cell that a statement answers. */
export async function cell(backend: SqlBackend, sql: string, options: AskOptions = {}): Promise<Cell> {
  return (await ask(backend, sql, options)).rows[0]?.[0] ?? null;
}

/** Looks again and again; whether it took too long is the test runner's to say. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await delay(20);
}

export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('it was expected to fail');
    },
    (error: unknown) => error,
  );
}
