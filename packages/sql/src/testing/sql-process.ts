import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { onTestFinished } from 'vitest';
import type { Input } from './sql-client.ts';

/** The program out of its sources; what is built is tested end to end elsewhere. */
export const program = [
  '--input-type=module',
  '--eval',
  `import { main } from ${JSON.stringify(new URL('../main.ts', import.meta.url).href)}; await main(process.argv.slice(1));`,
  '--',
];

export interface SqlProcess {
  /** A person sits behind it, who agrees to whatever they are asked. */
  readonly client: Client;
  /** Its folder and its workspace, with its state in `.state`. */
  readonly home: string;
  readonly pid: number;
  /** What it wrote to standard error so far. */
  errors(): string;
}

/** The server in a process of its own with the official client on it, until the test ends. */
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

/** A process and all it started. Linux only, as is what follows. */
function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.map(Number).flatMap(familyOf)];
}

function bytesOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) * 1024;
}

/** How much more memory a process and its children have at the most, while something is done, than before. */
export async function memoryGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = new Map(familyOf(pid).map((member) => [member, bytesOf(member, 'VmRSS')]));
  for (const member of before.keys()) writeFileSync(`/proc/${member}/clear_refs`, '5');
  await work();
  const growth = familyOf(pid).map((member) => bytesOf(member, 'VmHWM') - (before.get(member) ?? 0));
  return growth.reduce((sum, bytes) => sum + bytes, 0);
}
