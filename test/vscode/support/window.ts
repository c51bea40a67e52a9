import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isRecord } from '@molehill/core/record';
import type { ToolName, ToolResults } from '@molehill/editor/types';
import type { CodeServerEngine } from '../../engines/code-server.ts';
import { CodeServer, until } from './code-server.ts';

const WINDOW_MS = 60_000;

/** Built by `npm run package -w packages/vscode`. */
const vsix = resolve(import.meta.dirname, '../../../packages/vscode/molehill.vsix');

/** A window of VS Code on a new folder with these files, and an MCP client of its HTTP server. */
export async function openTestWindow(
  engine: CodeServerEngine,
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>> = {},
) {
  const scratch = realpathSync.native(mkdtempSync(join(tmpdir(), 'molehill-')));
  const [folder, state] = [join(scratch, 'project'), join(scratch, 'state')];
  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const server = await CodeServer.start(engine, {
    scratch,
    extensions: [vsix],
    env: { MOLEHILL_HOME: state },
    settings: { 'molehill.enableHttpServer': true, ...settings },
  });
  const page = await server.openWindow(folder);
  const client = await connect(join(state, 'windows'));
  return {
    ...callsOf(client),
    page,
    server,
    folder,
    write,
    readText: (name: string) => readFileSync(at(name), 'utf8'),
    close: async () => {
      await client.close();
      await page.close();
      await server.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function callsOf(client: Client) {
  /** The answer as an agent reads it, errors included. */
  const read = async (name: string, input: object): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: { ...input } });
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  };
  const call = async <Name extends ToolName>(name: Name, input: object): Promise<ToolResults[Name]> => {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...input } });
    const data = isRecord(structuredContent) ? structuredContent.data : undefined;
    if (isError || !data) throw new Error(JSON.stringify(content));
    return data as ToolResults[Name];
  };
  return { call, read };
}

async function connect(windows: string): Promise<Client> {
  await until(async () => readdirSync(windows).length > 0, WINDOW_MS);
  const [name = ''] = readdirSync(windows);
  const { port, tokenFile } = JSON.parse(readFileSync(join(windows, name), 'utf8'));
  const token = readFileSync(tokenFile, 'utf8').trim();
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${token}` };
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}
