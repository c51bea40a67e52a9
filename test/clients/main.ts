import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { npmPackages } from '../engines/cache.ts';
import { claudeCode } from './claude-code.ts';
import type { CallOutcome, ClientCheck, ClientOutcome, Row, Target } from './client.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { inspector } from './inspector.ts';
import { opencode } from './opencode.ts';
import { killEverything, reap } from './process.ts';
import { renderDetails, renderPage, renderTable } from './report.ts';
import { complaint, prepareSandbox, runClient, traceFile } from './sandbox.ts';
import { readTrace, type WireSummary } from './trace.ts';
import { approveUpstream, molehill, upstreamId } from './upstream.ts';

const clients: ClientCheck[] = [inspector, claudeCode, codex, opencode, gemini];
const page = fileURLToPath(new URL('../../docs/clients.md', import.meta.url));

/** Lists all tools whatever their token cost, because the checks need the whole list. */
const ownTarget: Target = {
  command: process.execPath,
  args: [molehill, 'mcp', '--mode', 'full'],
  calls: [
    { tool: 'molehill__status', input: {} },
    { tool: `${upstreamId}__echo`, input: { message: 'hello' } },
  ],
};

/** One line of an error: npm's own message if it comes from npm, else the first line. */
function message(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  return lines.find((line) => /^npm error (?!code |errno |syscall )/.test(line)) ?? lines[0] ?? '';
}

/** A command line without quoting: arguments are separated by spaces. */
function toTarget(commandLine: string | undefined, tool: string): Target {
  if (commandLine === undefined) return ownTarget;
  const [command, ...args] = commandLine.split(' ').filter(Boolean);
  if (!command) throw new Error('--target is empty');
  return { command, args, calls: [{ tool, input: {} }] };
}

function failedRun(error: unknown): ClientOutcome {
  return { connected: false, evidence: message(error), calls: [] };
}

/** A client may show its model an error of its own, so a call counts only when the server has answered it. */
function confirmed(outcome: ClientOutcome, wire: WireSummary, { calls: wanted }: Target): ClientOutcome {
  const calls = outcome.calls.map((call, index): CallOutcome => {
    if (!call.done || wire.calls.some(({ tool }) => tool === wanted[index]?.tool)) return call;
    return { done: false, reason: `the client answered by itself: ${call.text}` };
  });
  return { ...outcome, calls };
}

/** The step at which a client failed before it could be checked. */
function orElse(reason: string): (error: unknown) => never {
  return (error) => {
    throw new Error(reason, { cause: error });
  };
}

async function assertVersion(client: ClientCheck, install: string, workdir: string): Promise<void> {
  const greeting = await runClient({ install, workdir }, client.bin, ['--version']);
  if (!greeting.stdout.includes(client.version)) throw new Error(complaint(greeting));
}

async function check(client: ClientCheck, target: Target, workdir: string): Promise<Row> {
  const label = `${client.package.split('/').at(-1)}-${client.version}`;
  const packages = [`${client.package}@${client.version}`];
  const install = await npmPackages(label, packages).catch(orElse('could not be installed'));
  await prepareSandbox(workdir);
  if (target === ownTarget) await approveUpstream(workdir);
  await assertVersion(client, install, workdir).catch(orElse('could not be run'));
  const started = performance.now();
  const outcome = await client.run({ target, install, workdir }).catch(failedRun);
  const durationMs = performance.now() - started;
  const wire = await readTrace(traceFile(workdir));
  const left = await reap(wire.pids);
  if (left.length > 0)
    console.log(`${client.name} left ${left.length} server processes behind; they were killed`);
  return { client, state: 'ran', outcome: confirmed(outcome, wire, target), wire, durationMs };
}

async function checkInTemporaryFolder(client: ClientCheck, target: Target): Promise<Row> {
  const workdir = await mkdtemp(join(tmpdir(), 'molehill-client-'));
  const interrupted = () => {
    killEverything();
    rmSync(workdir, { recursive: true, force: true });
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await check(client, target, workdir);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return { client, state: 'unavailable', reason: message(error), detail: message(cause) };
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await rm(workdir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    tool: { type: 'string', default: 'molehill__status' },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const target = toTarget(values.target, values.tool);
const rows: Row[] = [];
for (const client of clients.filter(({ name }) => values.only === undefined || name === values.only)) {
  const row = await checkInTemporaryFolder(client, target);
  console.log(renderDetails(row));
  rows.push(row);
}
console.log(`\n${renderTable(rows, target)}`);
if (values.write) await writeFile(page, renderPage(rows, target));
if (!rows.every(isAllDone)) process.exitCode = 1;

/** A client that cannot be installed is skipped: it says nothing about the server. */
function isAllDone(row: Row): boolean {
  if (row.state === 'unavailable') return true;
  const { connected, calls } = row.outcome;
  return connected && calls.length === target.calls.length && calls.every(({ done }) => done);
}
