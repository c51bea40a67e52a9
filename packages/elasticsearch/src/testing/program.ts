import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { type EsAnswer, type Input, readAnswer } from './es-client.ts';

/** Runs from source; the built program has its own end-to-end tests. */
const program = [
  '--input-type=module',
  '--eval',
  `import { main } from ${JSON.stringify(new URL('../main.ts', import.meta.url).href)}; await main([]);`,
];

/** The server in a child process until the test ends; its output is recorded. */
export async function startProgram(connections: readonly Input[]) {
  const home = mkdtempSync(join(tmpdir(), 'molehill-es-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: program,
    cwd: home,
    env: {
      PATH: process.env.PATH ?? '',
      MOLEHILL_HOME: home,
      MOLEHILL_LOG_LEVEL: 'debug',
      MOLEHILL_AUDIT_ARGUMENTS: 'full',
      ESMOLE_CONNECTIONS: JSON.stringify(connections),
    },
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    pid: transport.pid ?? 0,
    call: async (name: string, input: Input): Promise<EsAnswer> =>
      readAnswer(await client.callTool({ name, arguments: { ...input } }, { timeout: 60_000 })),
    /** Ends the process and returns its log and audit file. */
    finish: async (): Promise<string> => {
      await client.close();
      return `${errors}\n${readFileSync(join(home, 'audit.jsonl'), 'utf8')}`;
    },
  };
}

/** The peak growth of a process's memory during some work. Linux only. */
export async function peakGrowthMb(pid: number, work: () => Promise<void>): Promise<number> {
  const resetPeak = '5';
  writeFileSync(`/proc/${pid}/clear_refs`, resetPeak);
  const before = memoryMb(pid, 'VmRSS');
  await work();
  return memoryMb(pid, 'VmHWM') - before;
}

function memoryMb(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
