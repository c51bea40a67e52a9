import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { environmentOf, type Program, within } from './processes.ts';

const LIMIT_MS = 20_000;

const opening = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { method: 'notifications/initialized' },
];

/** A server over stdio without an SDK client: the client's work on a list is not measured. */
export interface Lister {
  /** Requests tools/list and returns the number of tools and the time in ms. */
  list(): Promise<{ readonly tools: number; readonly ms: number }>;
  close(): Promise<void>;
}

export function openLister(program: Program): Lister {
  const { args, cwd } = program;
  const child = spawn(process.execPath, args, {
    cwd,
    env: environmentOf(program),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waiting = new Map<number, (answer: { result?: { tools: unknown[] } }) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  for (const message of opening) send(message);
  let last = 1;
  return {
    list: async () => {
      const id = ++last;
      const began = performance.now();
      const answered = new Promise<{ result?: { tools: unknown[] } }>((resolve) => waiting.set(id, resolve));
      send({ id, method: 'tools/list' });
      const { result } = await within(LIMIT_MS, 'tools/list', answered);
      return { tools: result?.tools.length ?? 0, ms: performance.now() - began };
    },
    close: async () => {
      child.stdin.end();
      await within(5_000, 'the end', ended).catch(() => child.kill('SIGKILL'));
    },
  };
}

/** From spawn to the first tools/list in ms, without the shutdown. */
export async function timeToStart(program: Program): Promise<number> {
  const began = performance.now();
  const lister = openLister(program);
  try {
    const { tools } = await lister.list();
    if (tools === 0) throw new Error('it lists no tools');
    return performance.now() - began;
  } finally {
    await lister.close();
  }
}
