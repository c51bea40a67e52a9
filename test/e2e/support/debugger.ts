import { Client, type Tool } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { at, text } from '../../clients/json.ts';
import { type AdapterName, adapterEnvironment } from '../../engines/debug-adapters.ts';
import { type LanguageServerName, languageServerEnvironment } from '../../engines/language-servers.ts';
import { afterwards, temporaryFolder } from './cleanup.ts';
import { molehillBin, vscbBin } from './molehill.ts';
import { cleanEnvironment, processesWithHome } from './processes.ts';

export type DebuggerProgram = 'molehill' | 'vscb';

export interface DebugAnswer {
  readonly data: unknown;
  readonly text: string;
}

/** The editor server behind the official client over stdio. */
export interface Debugger {
  readonly pid: number;
  readonly client: Client;
  /** All processes that it started and that still run, also those that left its tree. */
  processes(): number[];
  /** A tool's name as this program lists it. */
  name(tool: string): string;
  tools(): Promise<readonly Tool[]>;
  call(tool: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<DebugAnswer>;
  fail(
    tool: string,
    input: Record<string, unknown>,
  ): Promise<{ readonly code: string; readonly text: string }>;
}

const CALL_MS = 60_000;

export async function openDebugger(
  program: DebuggerProgram,
  workspace: string,
  flags: readonly string[] = [],
  adapters: readonly AdapterName[] = ['js-debug', 'debugpy'],
  languageServers: readonly LanguageServerName[] = [],
): Promise<Debugger> {
  const env = {
    ...(await adapterEnvironment(...adapters)),
    ...(await languageServerEnvironment(...languageServers)),
  };
  return openEditor({ program, workspace, flags, env });
}

export interface EditorOptions {
  readonly program: DebuggerProgram;
  readonly workspace: string;
  /** The state directory. Default: a new one. */
  readonly home?: string;
  readonly flags?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function openEditor(options: EditorOptions): Promise<Debugger> {
  const { program, workspace, home = temporaryFolder(), flags = [], env } = options;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program === 'vscb' ? vscbBin : molehillBin, 'mcp', '--workspace', workspace, ...flags],
    cwd: workspace,
    env: { ...cleanEnvironment(home), ...env },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'official', version: '1.0.0' });
  afterwards(() => client.close());
  await client.connect(transport);
  const prefix = program === 'vscb' ? '' : 'editor__';
  const name = (tool: string) => `${prefix}${tool}`;
  const request = async (tool: string, input: Record<string, unknown>, signal?: AbortSignal) => {
    const options = { timeout: CALL_MS, ...(signal ? { signal } : {}) };
    const answer = await client.callTool({ name: name(tool), arguments: input }, options);
    const parts = answer.content.map((part) => (part.type === 'text' ? part.text : ''));
    return { isError: answer.isError === true, text: parts.join('\n'), envelope: answer.structuredContent };
  };
  return {
    pid: transport.pid ?? 0,
    client,
    processes: () => processesWithHome(home).filter((pid) => pid !== transport.pid),
    name,
    tools: async () => (await client.listTools()).tools.filter((tool) => tool.name.startsWith(prefix)),
    call: async (tool, input, signal) => {
      const answer = await request(tool, input, signal);
      if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
      return { data: at(answer.envelope, 'data'), text: answer.text };
    },
    fail: async (tool, input) => {
      const answer = await request(tool, input);
      if (!answer.isError) throw new Error(`${tool} did not fail: ${answer.text}`);
      return { code: text(at(answer.envelope, 'error', 'code')), text: answer.text };
    },
  };
}
