import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Call, Contender } from './contenders.ts';

const PATIENCE_MS = 60_000;

export interface Session {
  /** Tokens of the list a model reads first: name, description and input schema, characters / 4. */
  readonly listTokens: number;
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly call: Call;
  /** Characters of all answers so far. */
  characters(): number;
  calls(): number;
  close(): Promise<void>;
}

export async function openSession(
  { command, env }: Pick<Contender, 'command' | 'env'>,
  cwd: string,
): Promise<Session> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...command],
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const listed = tools.map(({ name, description, inputSchema }) => ({
    name,
    tokens: JSON.stringify({ name, description, inputSchema }).length / 4,
  }));
  let characters = 0;
  let calls = 0;
  const call: Call = async (name, args) => {
    const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: PATIENCE_MS });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    characters += text.length;
    calls += 1;
    if (isError || text.startsWith('{"success":false')) throw new Error(`${name}: ${text.slice(0, 300)}`);
    return text;
  };
  return {
    listTokens: listed.reduce((sum, { tokens }) => sum + tokens, 0),
    tools: listed,
    call,
    characters: () => characters,
    calls: () => calls,
    close: () => client.close(),
  };
}
