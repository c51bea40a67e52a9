import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const LIMIT_MS = 60_000;

export interface Program {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The DSN of the second database. */
  readonly archive: string;
}

/** What a script reads of an answer to decide about its next call. */
interface Answer {
  readonly cursor: string | undefined;
  readonly running: string | undefined;
}

/** A client that calls tools and counts what a model would read. */
export interface Agent {
  readonly archive: string;
  readonly calls: number;
  /** Of the text of all answers. */
  readonly characters: number;
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Whether every fact is in the text of the answers. */
  hasRead(facts: readonly string[]): boolean;
}

export interface Connection {
  /** Of the tool list that a model reads before the first call. */
  readonly listed: { readonly tools: number; readonly characters: number };
  newAgent(): Agent;
  close(): Promise<void>;
}

export async function connect({ args, env, cwd, archive }: Program): Promise<Connection> {
  const client = new Client({ name: 'tasks', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env },
    stderr: 'ignore',
    maxBufferSize: 2 ** 30,
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const characters = read.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0);
  return {
    listed: { tools: tools.length, characters },
    newAgent: () => new CountingAgent(client, archive),
    close: () => client.close(),
  };
}

class CountingAgent implements Agent {
  readonly archive: string;
  calls = 0;
  #read = '';
  readonly #client: Client;

  constructor(client: Client, archive: string) {
    this.#client = client;
    this.archive = archive;
  }

  get characters(): number {
    return this.#read.length;
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
    this.calls += 1;
    const { content } = await this.#client.callTool(
      { name: tool, arguments: { ...args } },
      { timeout: LIMIT_MS },
    );
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    this.#read += text;
    return { cursor: field(text, 'cursor'), running: field(text, 'handle') };
  }

  hasRead(facts: readonly string[]): boolean {
    return facts.every((fact) => this.#read.includes(fact));
  }
}

function field(text: string, name: string): string | undefined {
  return new RegExp(`^${name}: "?([\\w-]+)`, 'm').exec(text)?.[1];
}
