import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CallOutcome,
  type CheckContext,
  type ClientCheck,
  type ClientOutcome,
  serverName,
} from './client.ts';
import { google } from './model/google.ts';
import { modelCalls, type ScriptedModel, startScriptedModel } from './model/server.ts';
import { complaint, homeFolder, runClient, serverCommand } from './sandbox.ts';

const bin = 'gemini';
const prefix = `mcp_${serverName}_`;
const quiet = { GEMINI_CLI_NO_RELAUNCH: 'true' };

async function configure({ target, workdir }: CheckContext): Promise<void> {
  const folder = join(homeFolder(workdir), '.gemini');
  const [command, ...args] = serverCommand(target, workdir);
  const settings = {
    security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    // Trusted, so that tool calls need no confirmation.
    mcpServers: { [serverName]: { command, args, trust: true } },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
}

async function callTools(context: CheckContext, model: ScriptedModel): Promise<CallOutcome[]> {
  // A fixed model, because the automatic choice asks a second model first.
  const prompt = ['-m', 'gemini-2.5-flash', '-p', 'Call the tools.', '-o', 'stream-json'];
  const result = await runClient(context, bin, prompt, {
    ...quiet,
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model.url,
  });
  return modelCalls(model, context.target.calls, complaint(result));
}

async function run(context: CheckContext): Promise<ClientOutcome> {
  await using model = await startScriptedModel(google, context.target.calls);
  await configure(context);
  const listing = await runClient(context, bin, ['mcp', 'list'], quiet);
  const said = `${listing.stdout}\n${listing.stderr}`;
  const status = new RegExp(`${serverName}: .* - (.*)$`, 'm').exec(said)?.[1];
  if (status !== 'Connected') {
    return { connected: false, evidence: status ?? complaint(listing), calls: [] };
  }
  const calls = await callTools(context, model);
  const tools = model.offered.filter((tool) => tool.startsWith(prefix));
  return { connected: true, evidence: '`gemini mcp list` says Connected', tools, calls };
}

export const gemini: ClientCheck = {
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  bin,
  run,
};
