import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { at, text } from '../../clients/json.ts';
import { temporaryFolder } from './cleanup.ts';
import { connectClient, type Mode, stdioTransport } from './clients.ts';
import { type Finished, runMolehill } from './molehill.ts';

const script = fileURLToPath(new URL('./upstream-server.ts', import.meta.url));

/** Clients with and without a handshake. */
export const eras: [string, Mode][] = [
  ['of 2025', 'legacy'],
  ['of 2026', { pin: '2026-07-28' }],
];

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
}

export interface UpstreamAnswer {
  readonly tool: string;
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
}

/** A project and a state directory with configured upstream servers. */
export class Configured {
  readonly home = temporaryFolder();
  readonly workspace = temporaryFolder();
  readonly #servers = temporaryFolder();

  /** Sets the tools that a server offers from its next start. */
  offers(id: string, ...tools: readonly (string | OfferedTool)[]): void {
    const offered = tools.map((tool) =>
      typeof tool === 'string' ? { name: tool, description: `What ${tool} does.` } : tool,
    );
    writeFileSync(this.#toolsOf(id), JSON.stringify(offered));
  }

  /** The configuration entry of that server. */
  entry(id: string, more: Readonly<Record<string, unknown>> = {}) {
    return { command: process.execPath, args: [script, this.#toolsOf(id)], ...more };
  }

  /** Writes a file of the project. */
  write(path: string, content: unknown): string {
    return writeJson(join(this.workspace, path), content);
  }

  /** Writes the user's own configuration, whose servers need no approval. */
  writeUser(servers: Readonly<Record<string, unknown>>): string {
    return writeJson(join(this.home, 'mcp.json'), { mcpServers: servers });
  }

  /** Process ids of all starts of a server. */
  starts(id: string): number[] {
    const file = `${this.#toolsOf(id)}.starts`;
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
  }

  run(...args: readonly string[]): Promise<Finished> {
    return runMolehill(args, { home: this.home, cwd: this.workspace });
  }

  async json(...args: readonly string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.run(...args, '--json');
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** By default all tools are listed, whatever their token cost. */
  transport(...args: readonly string[]) {
    const words = args.length > 0 ? args : ['--mode', 'full'];
    return stdioTransport({ home: this.home, args: ['--workspace', this.workspace, ...words] });
  }

  connect(mode: Mode = 'legacy', ...args: readonly string[]): Promise<Client> {
    return connectClient(this.transport(...args), mode);
  }

  #toolsOf(id: string): string {
    return join(this.#servers, `${id}.json`);
  }
}

function writeJson(file: string, content: unknown): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Bypasses the cache: a 2026 client may reuse a list for a while. */
export async function toolNames(client: Client): Promise<string[]> {
  return (await client.listTools(undefined, { cacheMode: 'refresh' })).tools.map(({ name }) => name);
}

/** Tools of one server. */
export async function toolsOf(client: Client, id: string): Promise<string[]> {
  return (await toolNames(client)).filter((name) => name.startsWith(`${id}__`));
}

export async function callUpstream(client: Client, name: string): Promise<UpstreamAnswer> {
  const result = await client.callTool({ name, arguments: {} });
  const said = text(at(result, 'content', 0, 'text'));
  if (result.isError) throw new Error(said);
  return JSON.parse(said);
}
