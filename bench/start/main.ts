import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judge, median } from '../measure.ts';

/** Start-up times compared in one run: `npm run bench:start [-- --rounds N --node PATH]`. */

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '21' }, node: { type: 'string', default: process.execPath } },
});
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const molehill = here('../../packages/cli/bin/molehill.mjs');
const esmole = here('../../packages/elasticsearch/bin/esmole-mcp.mjs');
const home = mkdtempSync(join(tmpdir(), 'molehill-bench-'));
const env = { ...process.env, MOLEHILL_HOME: home };

type Measured = () => Promise<void>;

function untilExit(args: readonly string[]): Measured {
  return () =>
    new Promise((resolve, reject) => {
      const child = spawn(values.node, args, { env, stdio: 'ignore' });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
      );
    });
}

const opening = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];

function untilToolsListed(args: readonly string[]): Measured {
  return async () => {
    const child = spawn(values.node, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    for (const message of opening) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    for await (const line of createInterface({ input: child.stdout })) {
      const answer = JSON.parse(line);
      if (answer.id === 2 && answer.result.tools.length > 0) break;
    }
    afterwards.push(async () => {
      child.stdin.end();
      await ended;
    });
  };
}

/** The shutdown is not measured. */
const afterwards: (() => Promise<void>)[] = [];

/** Alternating, so that other load on the machine affects both alike. */
async function compare(
  title: string,
  ours: Measured,
  theirs: Measured,
  theirName: string,
  bound: number,
): Promise<boolean> {
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < Number(values.rounds) + 2; round++) {
    for (const [side, measured] of [
      ['theirs', theirs],
      ['ours', ours],
    ] as const) {
      const start = performance.now();
      await measured();
      if (round >= 2) times[side].push(performance.now() - start);
      for (const finish of afterwards.splice(0)) await finish();
    }
  }
  const ratio = median(times.ours) / median(times.theirs);
  const figures = `${median(times.ours).toFixed(1)} ms to ${median(times.theirs).toFixed(1)} ms`;
  return judge({ what: `${title}, ratio to ${theirName} (${figures})`, value: ratio, wanted: bound });
}

const results = [
  await compare(
    'molehill --version',
    untilExit([molehill, '--version']),
    untilExit(['-e', '0']),
    'node -e 0',
    1.5,
  ),
  await compare(
    'molehill mcp, spawn to tools/list',
    untilToolsListed([molehill, 'mcp']),
    untilToolsListed([here('smallest-server.mjs')]),
    'smallest SDK server',
    1.4,
  ),
  await compare(
    'esmole-mcp, spawn to tools/list',
    untilToolsListed([esmole]),
    untilToolsListed([here('smallest-server.mjs')]),
    'smallest SDK server',
    1.4,
  ),
];
rmSync(home, { recursive: true, force: true });
if (results.includes(false)) process.exitCode = 1;
