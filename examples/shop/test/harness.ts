import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SHOP = fileURLToPath(new URL('..', import.meta.url));
const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

export const folder = mkdtempSync(join(tmpdir(), 'shop-'));
export const shopDb = join(folder, 'shop.db');

function envFor(db: string): NodeJS.ProcessEnv {
  return { ...process.env, SHOP_DB: db, PORT: '0', PYTHONDONTWRITEBYTECODE: '1' };
}

export async function node(db: string, ...args: string[]): Promise<string> {
  return (await run(process.execPath, args, { cwd: SHOP, env: envFor(db) })).stdout;
}

export async function report(db: string, ...args: string[]): Promise<string> {
  return (await run(PYTHON, ['-m', 'report', ...args], { cwd: SHOP, env: envFor(db) })).stdout;
}

export function read<Row = Record<string, unknown>>(db: string, sql: string): Row[] {
  const connection = new DatabaseSync(db, { readOnly: true });
  try {
    return connection.prepare(sql).all() as Row[];
  } finally {
    connection.close();
  }
}

export function write(db: string, sql: string): void {
  const connection = new DatabaseSync(db);
  try {
    connection.exec(sql);
  } finally {
    connection.close();
  }
}

export function copyOfShop(name: string): string {
  const copy = join(folder, name);
  copyFileSync(shopDb, copy);
  return copy;
}

export function dump(db: string): Record<string, unknown> {
  const schema = read<{ type: string; name: string; sql: string }>(
    db,
    'SELECT type, name, sql FROM sqlite_schema ORDER BY name',
  );
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name);
  return {
    schema,
    ...Object.fromEntries(tables.map((table) => [table, read(db, `SELECT * FROM "${table}" ORDER BY 1, 2`)])),
  };
}

export type Service = { address: string; stop(): Promise<void> };

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

export async function startService(db: string): Promise<Service> {
  const child = spawn(process.execPath, ['src/server.ts'], {
    cwd: SHOP,
    env: envFor(db),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => `it ended with ${code}`),
  ]);
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
  if (!address) throw new Error(`The service did not open: ${line}`);
  return { address, stop: () => stop(child) };
}
