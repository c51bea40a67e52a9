import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  type CallOutcome,
  type CheckContext,
  type ClientCheck,
  type ClientOutcome,
  serverName,
} from './client.ts';
import { openai } from './model/openai.ts';
import { modelCalls, type ScriptedModel, startScriptedModel } from './model/server.ts';
import { complaint, configFolder, runClient, serverCommand } from './sandbox.ts';

const bin = 'opencode';
const prefix = `${serverName}_`;
const quiet = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
};

async function configure({ target, workdir }: CheckContext, model: ScriptedModel): Promise<void> {
  const folder = join(configFolder(workdir), 'opencode');
  const config = {
    autoupdate: false,
    share: 'disabled',
    mcp: { [serverName]: { type: 'local', enabled: true, command: serverCommand(target, workdir) } },
    provider: {
      local: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${model.url}/v1`, apiKey: 'none' },
        models: { scripted: { tool_call: true } },
      },
    },
    model: 'local/scripted',
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'opencode.json'), JSON.stringify(config));
}

/** The HTTP API of `opencode serve` reports the server's status but cannot list or call its tools; a session can. */
async function callTools(context: CheckContext, model: ScriptedModel): Promise<CallOutcome[]> {
  const result = await runClient(context, bin, ['run', '--format', 'json', 'Call the tools.'], quiet);
  return modelCalls(model, context.target.calls, complaint(result));
}

async function run(context: CheckContext): Promise<ClientOutcome> {
  await using model = await startScriptedModel(openai, context.target.calls);
  await configure(context, model);
  const listing = await runClient(context, bin, ['mcp', 'list'], quiet);
  const status = new RegExp(`${serverName} (\\w+)`).exec(stripVTControlCharacters(listing.stdout))?.[1];
  if (status !== 'connected') {
    return { connected: false, evidence: status ?? complaint(listing), calls: [] };
  }
  const calls = await callTools(context, model);
  const tools = model.offered.filter((tool) => tool.startsWith(prefix));
  return { connected: true, evidence: '`opencode mcp list` says connected', tools, calls };
}

export const opencode: ClientCheck = {
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  bin,
  run,
};
