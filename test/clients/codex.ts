import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type CallOutcome,
  type CheckContext,
  type ClientCheck,
  type ClientOutcome,
  serverName,
  type WantedCall,
} from './client.ts';
import { at, items, jsonLines, text } from './json.ts';
import { type Running, startProcess } from './process.ts';
import { binary, complaint, homeFolder, isolatedEnv, projectFolder, serverCommand } from './sandbox.ts';

const bin = 'codex';
const codexHome = (workdir: string) => join(homeFolder(workdir), '.codex');

/** A model provider that does not respond keeps the thread from connecting to the vendor. */
async function configure({ target, workdir }: CheckContext): Promise<void> {
  const [command, ...args] = serverCommand(target, workdir);
  const config = [
    'check_for_update_on_startup = false',
    'model = "none"',
    'model_provider = "none"',
    '[analytics]',
    'enabled = false',
    '[features]',
    'plugins = false',
    '[model_providers.none]',
    'name = "none"',
    'base_url = "http://127.0.0.1:9"',
    `[mcp_servers.${serverName}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    // A thread starts servers in its project folder; a status request starts them elsewhere.
    `cwd = ${JSON.stringify(projectFolder(workdir))}`,
  ];
  await mkdir(codexHome(workdir), { recursive: true });
  await writeFile(join(codexHome(workdir), 'config.toml'), `${config.join('\n')}\n`);
}

type Ask = (method: string, params: unknown) => Promise<unknown>;

/** JSON-RPC over the app server's stdio. Rejects on an error response and on an early exit. */
function speakTo(running: Running): Ask {
  const waiting = new Map<number, (message: unknown) => void>();
  let last = 0;
  createInterface({ input: running.child.stdout }).on('line', (line) => {
    const [message] = jsonLines(line);
    const id = at(message, 'id');
    if (typeof id === 'number' && at(message, 'method') === undefined) waiting.get(id)?.(message);
  });
  const ended = running.finished.then((result) => Promise.reject(new Error(complaint(result))));
  ended.catch(() => {});
  return async (method, params) => {
    last += 1;
    const id = last;
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    running.child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    const message = await Promise.race([answer, ended]);
    const problem = at(message, 'error');
    if (problem !== undefined) throw new Error(text(at(problem, 'message')));
    return at(message, 'result');
  };
}

async function callTool(ask: Ask, threadId: unknown, { tool, input }: WantedCall): Promise<CallOutcome> {
  try {
    const call = { threadId, server: serverName, tool, arguments: input };
    const result = await ask('mcpServer/tool/call', call);
    const blocks = items(at(result, 'content')).map((block) => text(at(block, 'text')));
    return { done: true, by: '`mcpServer/tool/call` of the app server', text: blocks.join('\n') };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function callTools(ask: Ask, calls: readonly WantedCall[]): Promise<CallOutcome[]> {
  const threadId = at(await ask('thread/start', {}), 'thread', 'id');
  const outcomes: CallOutcome[] = [];
  for (const call of calls) outcomes.push(await callTool(ask, threadId, call));
  return outcomes;
}

async function converse(ask: Ask, calls: readonly WantedCall[]): Promise<ClientOutcome> {
  await ask('initialize', {
    clientInfo: { name: 'molehill_clients', title: null, version: '0' },
    capabilities: null,
  });
  const servers = items(at(await ask('mcpServerStatus/list', {}), 'data'));
  const status = servers.find((server) => at(server, 'name') === serverName);
  if (!at(status, 'serverInfo')) {
    const evidence = text(at(status, 'toolsError')) || 'the app server knows nothing of the server';
    return { connected: false, evidence, calls: [] };
  }
  const tools = Object.keys(at(status, 'tools') ?? {});
  const evidence = '`mcpServerStatus/list` of `codex app-server` shows the server';
  return { connected: true, evidence, tools, calls: await callTools(ask, calls) };
}

async function run(context: CheckContext): Promise<ClientOutcome> {
  await configure(context);
  const running = startProcess(binary(context.install, bin), ['app-server'], {
    cwd: projectFolder(context.workdir),
    env: { ...isolatedEnv(context.workdir), CODEX_HOME: codexHome(context.workdir) },
    timeoutMs: 60_000,
  });
  try {
    return await converse(speakTo(running), context.target.calls);
  } finally {
    running.child.stdin.end();
    await running.finished;
  }
}

export const codex: ClientCheck = { name: 'Codex', package: '@openai/codex', version: '0.166.0', bin, run };
