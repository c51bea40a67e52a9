import { npmPackages } from '../engines/cache.ts';
import type { CallOutcome, CheckContext, ClientCheck, ClientOutcome, WantedCall } from './client.ts';
import { at, items, text } from './json.ts';
import { type ProcessOptions, runProcess } from './process.ts';
import { binary, complaint, runClient, serverCommand } from './sandbox.ts';

const name = 'Inspector';
const packageName = '@modelcontextprotocol/inspector';
const version = '2.12.0';
const bin = 'mcp-inspector';

/**
 * Runs the Inspector's command line, installing it first if need be.
 * `args` is what follows `--cli`: the server's command (or its URL), then `--method …` and the rest.
 * The Inspector passes PATH, HOME and little else to a server; pass more with `-e NAME=value` among `args`.
 */
export async function runInspector(
  args: readonly string[],
  options: Partial<ProcessOptions> = {},
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const install = await npmPackages(`inspector-${version}`, [`${packageName}@${version}`]);
  const { exitCode, stdout, stderr } = await runProcess(
    process.execPath,
    [binary(install, bin), '--cli', ...args],
    {
      cwd: options.cwd ?? process.cwd(),
      env: options.env ?? process.env,
      timeoutMs: options.timeoutMs ?? 60_000,
    },
  );
  return { exitCode, stdout, stderr };
}

function parse(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

/** Lists tools as a 2025 client and calls one as a 2026 client, so both eras are covered. */
async function callTool(context: CheckContext, { tool, input }: WantedCall): Promise<CallOutcome> {
  const command = serverCommand(context.target, context.workdir);
  const given = Object.entries(input).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
  const request = ['--method', 'tools/call', '--tool-name', tool, ...given, '--protocol-era', 'modern'];
  const result = await runClient(context, bin, ['--cli', ...command, ...request]);
  if (result.exitCode !== 0) return { done: false, reason: complaint(result) };
  const blocks = items(at(parse(result.stdout), 'content'));
  return {
    done: true,
    by: '`--method tools/call`',
    text: blocks.map((each) => text(at(each, 'text'))).join('\n'),
  };
}

async function run(context: CheckContext): Promise<ClientOutcome> {
  const command = serverCommand(context.target, context.workdir);
  const listing = await runClient(context, bin, ['--cli', ...command, '--method', 'tools/list', '--strict']);
  const tools = at(parse(listing.stdout), 'tools');
  if (listing.exitCode !== 0) {
    const connected = Array.isArray(tools);
    return { connected, evidence: complaint(listing), calls: [] };
  }
  const calls: CallOutcome[] = [];
  for (const call of context.target.calls) calls.push(await callTool(context, call));
  return {
    connected: true,
    evidence: '`tools/list --strict` ends with exit code 0',
    tools: items(tools).map((tool) => text(at(tool, 'name'))),
    calls,
  };
}

export const inspector: ClientCheck = { name, package: packageName, version, bin, run };
