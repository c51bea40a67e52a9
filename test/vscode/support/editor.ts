import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ToolName, ToolResults } from '@molehill/editor/types';
import type { Page } from 'playwright-core';
import type { CodeServerEngine } from '../../engines/code-server.ts';
import { CodeServer, type CodeServerOptions, until } from './code-server.ts';

type Data = Readonly<Record<string, unknown>>;

/** The built extension; `npm run package -w packages/vscode` makes it. */
export const extensionPackage = fileURLToPath(
  new URL('../../../packages/vscode/molehill.vsix', import.meta.url),
);

export interface WindowRecord {
  readonly id: string;
  readonly port?: number;
  readonly tokenFile: string;
  readonly folders: readonly string[];
}

/** A code-server with the extension, a state directory of its own, and folders for its windows. */
export class Editor {
  readonly scratch: string;
  readonly stateRoot: string;
  readonly server: CodeServer;

  static async start(engine: CodeServerEngine, options: Partial<CodeServerOptions> = {}): Promise<Editor> {
    const scratch = realpathSync.native(mkdtempSync(join(tmpdir(), 'molehill-vscode-')));
    const stateRoot = join(scratch, 'state');
    const server = await CodeServer.start(engine, {
      scratch,
      ...options,
      extensions: [extensionPackage, ...(options.extensions ?? [])],
      env: { MOLEHILL_HOME: stateRoot, ...options.env },
    });
    return new Editor(scratch, stateRoot, server);
  }

  private constructor(scratch: string, stateRoot: string, server: CodeServer) {
    this.scratch = scratch;
    this.stateRoot = stateRoot;
    this.server = server;
  }

  folder(name: string): string {
    const path = join(this.scratch, 'folders', name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Opens a window on the folder, and resolves when it serves the tools. */
  async open(folder: string): Promise<{ readonly page: Page; readonly record: WindowRecord }> {
    const page = await this.server.openWindow(folder);
    let record: WindowRecord | undefined;
    await until(async () => {
      record = this.windows().find(({ folders }) => folders.includes(folder));
      return record !== undefined;
    }, 30_000);
    if (!record) throw new Error('unreachable');
    return { page, record };
  }

  windows(): readonly WindowRecord[] {
    const folder = join(this.stateRoot, 'windows');
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** An agent that calls the tools of a window over HTTP. */
export class WindowAgent {
  readonly #client: Client;

  static async connect({ port, tokenFile }: WindowRecord, name = 'agent'): Promise<WindowAgent> {
    const client = new Client({ name, version: '1.0.0' });
    const headers = { Authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` };
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return new WindowAgent(client);
  }

  private constructor(client: Client) {
    this.#client = client;
  }

  async call<N extends ToolName>(tool: N, input: Data = {}): Promise<ToolResults[N]> {
    const { structuredContent, text } = await this.#send(tool, input);
    const envelope = structuredContent as { readonly ok: boolean; readonly data: ToolResults[N] } | undefined;
    if (!envelope?.ok) throw new Error(`${tool}: ${text}`);
    return envelope.data;
  }

  async read(tool: string, input: Data = {}): Promise<string> {
    return (await this.#send(tool, input)).text;
  }

  async #send(name: string, input: Data) {
    const { content, structuredContent } = await this.#client.callTool({ name, arguments: { ...input } });
    const [first] = content;
    return { structuredContent, text: first?.type === 'text' ? first.text : '' };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Replaces what a folder has, and writes into it. */
export function fill(folder: string, copy: string): (name: string, text: string) => void {
  for (const name of readdirSync(folder))
    if (name !== '.vsc-bridge') rmSync(join(folder, name), { recursive: true, force: true });
  cpSync(copy, folder, { recursive: true });
  return (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
}
