import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Contender, everything, type Launch, type Servers } from './contenders.ts';
import { endDaemon, environmentOf, kill, memoryOf, processesWith, startDaemon, within } from './processes.ts';

const CALL_MS = 10_000;
const START_MS = 40_000;

/** A gateway in front of the reference server, with the official client connected. */
export interface Session {
  readonly contender: Contender;
  /** Duration of one call in ms. */
  echo(): Promise<number>;
  /** Resident memory in MB of the processes between client and server. */
  rss(): number;
  close(): Promise<void>;
}

export async function openSession(contender: Contender): Promise<Session> {
  const { client, own, close } = await openWith(contender, everything);
  const name = contender.aggregates ? 'everything__echo' : 'echo';
  const echo = async () => {
    const began = performance.now();
    const call = { name, arguments: { message: 'x' } };
    const { content } = await client.callTool(call, { timeout: CALL_MS });
    if (!JSON.stringify(content).includes('Echo: x')) throw new Error('the echo is another');
    return performance.now() - began;
  };
  return { contender, echo, rss: () => memoryOf(own()), close };
}

/** Time in ms until a gateway in front of these servers lists that many tools. */
export async function timeToList(contender: Contender, servers: Servers, tools: number): Promise<number> {
  const began = performance.now();
  const opened = await openWith(contender, servers, tools);
  const ms = performance.now() - began;
  await opened.close();
  return ms;
}

interface Opened {
  readonly client: Client;
  /** The processes between client and server. */
  own(): number[];
  close(): Promise<void>;
}

/** Until the first list with all tools. */
async function openWith(contender: Contender, servers: Servers, tools = 1): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-bench-'));
  const launch = await contender.launch(servers, folder);
  const reached = launch.frontend ? overPort(launch) : overStreams(launch);
  const close = async () => {
    await reached.close();
    for (const pid of daemonsOf(launch)) kill(pid);
    await rmSoon(folder);
  };
  try {
    const client = await within(START_MS, 'the first list', connect(reached, tools));
    return { client, own: () => [reached.pid(), ...daemonsOf(launch)], close };
  } catch (error) {
    await close();
    throw error;
  }
}

function daemonsOf({ daemon }: Launch): number[] {
  return daemon ? processesWith(daemon) : [];
}

/** A process that was just killed may still be writing. */
async function rmSoon(folder: string): Promise<void> {
  await sleep(50);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

interface Reached {
  transport(): Transport;
  /** Polls until the program is ready. */
  readonly retries: boolean;
  pid(): number;
  close(): Promise<void>;
}

function overStreams(launch: Launch): Reached {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...launch.args],
    env: environmentOf(launch),
    cwd: launch.cwd,
    stderr: 'ignore',
  });
  return {
    transport: () => transport,
    retries: false,
    pid: () => transport.pid ?? 0,
    close: () => transport.close(),
  };
}

function overPort(launch: Launch): Reached {
  const child = startDaemon(launch);
  const url = new URL(launch.frontend?.url ?? '');
  return {
    transport: () =>
      launch.frontend?.kind === 'sse' ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url),
    retries: true,
    pid: () => child.pid ?? 0,
    close: () => endDaemon(child),
  };
}

async function connect({ transport, retries }: Reached, tools: number): Promise<Client> {
  const until = performance.now() + START_MS;
  for (;;) {
    const client = new Client({ name: 'bench', version: '1' });
    try {
      await client.connect(transport());
      while ((await client.listTools()).tools.length < tools) await waitUnless(performance.now() > until);
      return client;
    } catch (error) {
      await client.close().catch(() => {});
      if (!retries) throw error;
      await waitUnless(performance.now() > until);
    }
  }
}

async function waitUnless(isLate: boolean): Promise<void> {
  if (isLate) throw new Error('it took too long');
  await sleep(50);
}
