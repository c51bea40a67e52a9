import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { UpstreamConfig } from '@molehill/gateway/config';
import { stdio, testConfig } from '@molehill/gateway/testing/configs';
import type { ServeOptions } from '@molehill/gateway/testing/serve';
import type { Route, Subject } from './subject.ts';

export interface Reached {
  readonly transport: Transport;
  close(): Promise<void>;
}

const serveScript = fileURLToPath(import.meta.resolve('@molehill/gateway/testing/serve'));

/** Connects to the server directly. */
export async function openDirect(subject: Subject): Promise<Reached> {
  const { script, args } = subject;
  if (subject.transport === 'http') {
    const served = await serveSubject(subject);
    return { transport: new StreamableHTTPClientTransport(new URL(served.url)), close: served.close };
  }
  const command = process.execPath;
  const transport = new StdioClientTransport({ command, args: [script, ...args], stderr: 'ignore' });
  return { transport, close: () => transport.close() };
}

/** Connects through a gateway that serves one server alone or several together. */
export async function openThrough(subjects: readonly Subject[], { frontend }: Route): Promise<Reached> {
  const stateRoot = mkdtempSync(join(tmpdir(), 'molehill-fidelity-'));
  const behind = await Promise.all(subjects.map(configure));
  const [first] = subjects;
  const gateway = await openGateway({
    frontend,
    stateRoot,
    ...(subjects.length === 1 && first ? { only: first.id } : {}),
    servers: behind.map(({ config }) => config),
  });
  return {
    transport: gateway.transport,
    close: async () => {
      await gateway.close();
      for (const { close } of behind) await close();
      rmSync(stateRoot, { recursive: true, force: true });
    },
  };
}

interface Configured {
  readonly config: UpstreamConfig;
  close(): Promise<void>;
}

async function configure(subject: Subject): Promise<Configured> {
  const { id, script, args } = subject;
  if (subject.transport === 'stdio')
    return { config: testConfig(id, stdio(process.execPath, [script, ...args])), close: async () => {} };
  const { url, close } = await serveSubject(subject);
  return { config: testConfig(id, { kind: 'http', url, headers: {} }), close };
}

async function serveSubject({ script, args }: Subject): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await saysThatItListens(child);
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => ended(child) };
}

async function saysThatItListens({ stderr }: ChildProcess): Promise<void> {
  if (!stderr) throw new Error('the server has no standard error');
  const lines = createInterface({ input: stderr });
  await new Promise<void>((resolve) => {
    lines.on('line', (line) => /listening/i.test(line) && resolve());
  });
}

/** server-everything cannot choose a free port itself. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function openGateway(options: ServeOptions): Promise<Reached> {
  const args = [serveScript, JSON.stringify(options)];
  if (options.frontend === 'stdio') {
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' });
    return { transport, close: () => transport.close() };
  }
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = new URL('/mcp', await printedUrl(child));
  return { transport: new StreamableHTTPClientTransport(url), close: () => ended(child) };
}

async function printedUrl({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the gateway has no standard output');
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line).url;
  throw new Error('the gateway did not start');
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
