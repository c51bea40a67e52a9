import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { onTestFinished, vi } from 'vitest';
import { readAll } from '../../../rows.ts';
import type { Cell, ResultCursor, SqlBackend } from '../../engine.ts';
import { type BackendOptions, SqliteBackend } from '../backend.ts';

export const NEVER = new AbortController().signal;

/** A query that returns no row and never ends. */
export const ENDLESS =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';

/** Creates a database for the running test. */
export function createDatabase(sql: string, name = 'test.db'): string {
  const file = join(tempFolder(), name);
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  return file;
}

export function openDatabase(file: string, options: Partial<BackendOptions> = {}): SqliteBackend {
  const backend = new SqliteBackend({ file, readonly: false, ...options });
  onTestFinished(() => backend.dispose());
  return backend;
}

export async function query(
  backend: SqlBackend,
  sql: string,
  params: readonly unknown[] = [],
): Promise<readonly (readonly Cell[])[]> {
  return readAll(backend, { sql, params }, NEVER);
}

export function start(
  backend: SqlBackend,
  sql: string,
  params: readonly unknown[] = [],
): Promise<ResultCursor> {
  return backend.run({ sql, params }, { readonly: true, signal: NEVER });
}

/** Runs a statement that may write. Returns the number of changed rows. */
export async function write(
  backend: SqlBackend,
  sql: string,
  params: readonly unknown[] = [],
): Promise<number | undefined> {
  const cursor = await backend.run({ sql, params }, { readonly: false, signal: NEVER });
  await cursor.close();
  return cursor.affected;
}

export function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Whether a process exists and is not a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits for a condition in another process. */
export async function eventually(condition: () => unknown): Promise<void> {
  await vi.waitUntil(condition, { timeout: 30_000 });
}

export function onlyPid(backend: SqliteBackend): number {
  const [pid, ...others] = backend.pids;
  if (pid === undefined || others.length > 0)
    throw new Error(`expected one process, got ${backend.pids.length}`);
  return pid;
}
