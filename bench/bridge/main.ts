import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callTool } from '@molehill/bridge/http';
import { createJobClient } from '@molehill/bridge/jobs';
import { judge, median, printTable } from '../measure.ts';

/** Round trips to another process by each transport, against a plain socket: `node bench/bridge/main.ts [--rounds N]`. */

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1000' } } });
const WARM_UP = 50;

interface Transport {
  readonly name: string;
  call(): Promise<unknown>;
}

interface Figures {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
}

function p95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

async function overSocket(socket: Socket, message: string): Promise<void> {
  let missing = Buffer.byteLength(message);
  socket.write(message);
  while (missing > 0) {
    const [chunk] = await once(socket, 'data');
    missing -= chunk.length;
  }
}

/** Alternating, so that other load on the machine affects all alike. */
async function measure(transports: readonly Transport[], rounds: number): Promise<Figures[]> {
  const times = transports.map((): number[] => []);
  for (let round = 0; round < rounds + WARM_UP; round++) {
    for (const [index, transport] of transports.entries()) {
      const start = performance.now();
      await transport.call();
      if (round >= WARM_UP) times[index]?.push(performance.now() - start);
    }
  }
  return transports.map(({ name }, index) => {
    const own = times[index] ?? [];
    return { name, p50: median(own), p95: p95(own) };
  });
}

function report([floor, ...others]: readonly Figures[]): boolean {
  if (!floor) return false;
  const ratio = (value: number, of: number) => `${(value / of).toFixed(1)} ×`;
  printTable([
    ['one call and its answer', 'p50 ms', 'p95 ms', 'p50 to socket', 'p95 to socket'],
    ...[floor, ...others].map(({ name, p50, p95 }) => [
      name,
      p50.toFixed(2),
      p95.toFixed(2),
      ratio(p50, floor.p50),
      ratio(p95, floor.p95),
    ]),
  ]);
  console.log('');
  const jobs = others.find(({ name }) => name === 'job folder');
  if (!jobs) return false;
  return [
    judge({ what: 'job folder p50, ms', value: jobs.p50, wanted: 3 }),
    judge({ what: 'job folder p95, ms', value: jobs.p95, wanted: 10 }),
  ].every(Boolean);
}

const workspace = mkdtempSync(join(tmpdir(), 'molehill-bench-'));
const host = fork(fileURLToPath(new URL('host.ts', import.meta.url)), [workspace]);
try {
  const [{ port }] = await once(host, 'message');
  const socket = connect(join(workspace, 'echo.sock'));
  await once(socket, 'connect');
  const client = createJobClient({ workspace });
  const input = { text: 'x'.repeat(200) };
  const transports: Transport[] = [
    { name: 'unix socket echo', call: () => overSocket(socket, JSON.stringify(input)) },
    { name: 'HTTP', call: () => callTool({ port, token: 'bench', tool: 'echo', input }) },
    { name: 'job folder', call: () => client.call({ tool: 'echo', input }) },
  ];
  if (!report(await measure(transports, Number(values.rounds)))) process.exitCode = 1;
  client.close();
  socket.destroy();
} finally {
  host.disconnect();
  await once(host, 'exit');
  rmSync(workspace, { recursive: true, force: true });
}
