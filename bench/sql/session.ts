import { readFileSync, writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Contender } from './servers.ts';

const PATIENCE_MS = 60_000;

/** A running server with the official client connected. */
export interface Session {
  /** From spawn to the first list of tools. */
  readonly startMs: number;
  /** Resident memory before the first call, in MB. */
  readonly idle: number;
  /** Resident memory now, in MB. */
  rss(): number;
  /** Peak resident memory since the last call, in MB; Linux only. */
  peak(): number;
  /** Duration and result of a query. */
  query(sql: string): Promise<{ readonly ms: number; readonly bytes: number; readonly failed: boolean }>;
  close(): Promise<void>;
}

export async function openSession(contender: Contender): Promise<Session> {
  const start = performance.now();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...contender.command],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...contender.env },
    stderr: 'ignore',
    maxBufferSize: 2 ** 30,
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  await client.listTools();
  const startMs = performance.now() - start;
  const pid = transport.pid ?? 0;
  return {
    startMs,
    idle: memory(pid, 'VmRSS'),
    rss: () => memory(pid, 'VmRSS'),
    peak: () => {
      const most = memory(pid, 'VmHWM');
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      return most;
    },
    query: async (sql) => {
      const began = performance.now();
      try {
        const result = await client.callTool(contender.query(sql), { timeout: PATIENCE_MS });
        const bytes = JSON.stringify(result).length;
        return { ms: performance.now() - began, bytes, failed: result.isError === true };
      } catch {
        return { ms: performance.now() - began, bytes: 0, failed: true };
      }
    },
    close: () => client.close(),
  };
}

function memory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}
