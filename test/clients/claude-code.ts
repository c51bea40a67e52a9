import {
  type CallOutcome,
  type CheckContext,
  type ClientCheck,
  type ClientOutcome,
  serverName,
} from './client.ts';
import { at, items, jsonLines, text } from './json.ts';
import { anthropic } from './model/anthropic.ts';
import { modelCalls, startScriptedModel } from './model/server.ts';
import { complaint, runClient, serverCommand } from './sandbox.ts';

const bin = 'claude';
const prefix = `mcp__${serverName}__`;
const quiet = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };

type Session = { tools: string[]; calls: CallOutcome[] };

/** Runs a session of one prompt. Without a login it needs a model endpoint and gets the scripted one. */
async function session(context: CheckContext): Promise<Session> {
  const { calls } = context.target;
  await using model = await startScriptedModel(anthropic, calls);
  const prompt = ['-p', 'Call the tools.', '--output-format', 'stream-json', '--verbose'];
  const allowed = calls.map(({ tool }) => `${prefix}${tool}`);
  const result = await runClient(context, bin, [...prompt, '--allowedTools', ...allowed], {
    ...quiet,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'none',
    // Otherwise the client offers MCP tools only after a search, which the script does not do.
    ENABLE_TOOL_SEARCH: 'false',
  });
  const opening = jsonLines(result.stdout).find((line) => at(line, 'subtype') === 'init');
  const tools = items(at(opening, 'tools'))
    .map(text)
    .filter((tool) => tool.startsWith(prefix));
  return { tools, calls: modelCalls(model, calls, complaint(result)) };
}

async function run(context: CheckContext): Promise<ClientOutcome> {
  const command = serverCommand(context.target, context.workdir);
  await runClient(context, bin, ['mcp', 'add', serverName, '-s', 'user', '--', ...command], quiet);
  // The exit code is 0 whether or not the server answered.
  const listing = await runClient(context, bin, ['mcp', 'list'], quiet);
  const status = new RegExp(`^${serverName}: .* - (.*)$`, 'm').exec(listing.stdout)?.[1];
  if (!status?.endsWith('Connected')) {
    return { connected: false, evidence: status ?? complaint(listing), calls: [] };
  }
  return { connected: true, evidence: '`claude mcp list` says Connected', ...(await session(context)) };
}

export const claudeCode: ClientCheck = {
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.325',
  bin,
  run,
};
