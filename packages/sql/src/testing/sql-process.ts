import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { onTestFinished } from 'vitest';
import type { Input } from './sql-client.ts';

/** The program from its sources; the end-to-end tests cover the built one. */
export const program = [
  '--input-type=module',
  '--eval',
  `import { main } from ${JSON.stringify(new URL('../main.ts', import.meta.url).href)}; await main(process.argv.slice(1));`,
  '--',
];

export interface SqlProcess {
  /** Confirms every question. */
  readonly client: Client;
  /** Working directory and workspace; the state is in `.state`. */
  readonly home: string;
  readonly pid: number;
  /** Standard error so far. */
  errors(): string;
}

/** The server in a child process with the official client, closed when the test ends. */
export async function startSqlProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<SqlProcess> {
  const home = tempFolder();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...program, ...args],
    cwd: home,
    env: { PATH: process.env.PATH ?? '', MOLEHILL_HOME: join(home, '.state'), ...env },
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true } }));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, home, pid: transport.pid ?? 0, errors: () => errors };
}

export function connectionsOf(...connections: readonly Input[]): Record<string, string> {
  return { DBMOLE_CONNECTIONS: JSON.stringify(connections) };
}

/** A process and its descendants. Linux only. */
function processTreeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.map(Number).flatMap(processTreeOf)];
}

function bytesOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) * 1024;
}

/** Peak memory growth of a process and its descendants during the work. */
export async function memoryGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = new Map(processTreeOf(pid).map((member) => [member, bytesOf(member, 'VmRSS')]));
  for (const member of before.keys()) writeFileSync(`/proc/${member}/clear_refs`, '5');
  await work();
  const growth = processTreeOf(pid).map((member) => bytesOf(member, 'VmHWM') - (before.get(member) ?? 0));
  return growth.reduce((sum, bytes) => sum + bytes, 0);
}
