import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { afterwards, temporaryFolder } from '../../e2e/support/cleanup.ts';
import { connectClient } from '../../e2e/support/clients.ts';
import { codeServer } from '../../engines/code-server.ts';
import { CodeServer, until } from './code-server.ts';

const extension = fileURLToPath(new URL('../../../packages/vscode/molehill.vsix', import.meta.url));

/** How long a window may take on a busy machine until the extension has done what its settings say. */
export const READY_MS = 60_000;

interface WindowRecord {
  readonly folders: readonly string[];
  readonly port?: number;
}

/** A real VS Code with the packaged extension, and what it writes. */
export class MolehillWindows {
  readonly code: CodeServer;
  readonly state: string;
  readonly #settings: string;
  readonly #usual: object;

  /** Undefined where this machine cannot run one. */
  static async start(): Promise<MolehillWindows | undefined> {
    const engine = await codeServer();
    if (!engine) return undefined;
    if (!existsSync(extension)) throw new Error('Run `npm run package -w packages/vscode` first.');
    const scratch = temporaryFolder();
    const state = join(scratch, 'state');
    const code = await CodeServer.start(engine, {
      scratch,
      extensions: [extension],
      env: { MOLEHILL_HOME: state },
      settings: { 'workbench.secondarySideBar.defaultVisibility': 'hidden', 'debug.openDebug': 'neverOpen' },
    });
    afterwards(() => code.close());
    return new MolehillWindows(code, state);
  }

  private constructor(code: CodeServer, state: string) {
    this.code = code;
    this.state = state;
    this.#settings = join(code.userData, 'User', 'settings.json');
    this.#usual = JSON.parse(readFileSync(this.#settings, 'utf8'));
  }

  /** Settings of the user, in place of those of an earlier test. */
  configureUser(settings: object): void {
    writeFileSync(this.#settings, JSON.stringify({ ...this.#usual, ...settings }));
  }

  /** The record of the window that has the folder open, once it is there. */
  async record(folder: string): Promise<WindowRecord> {
    let found: WindowRecord | undefined;
    await until(async () => {
      found = this.#records().find(({ folders }) => folders.includes(folder));
      return found !== undefined;
    }, READY_MS);
    if (!found) throw new Error('no record');
    return found;
  }

  get token(): string {
    return readFileSync(join(this.state, 'http-token'), 'utf8').trim();
  }

  connect(port: number): Promise<Client> {
    const requestInit = { headers: { Authorization: `Bearer ${this.token}` } };
    const address = new URL(`http://127.0.0.1:${port}/mcp`);
    return connectClient(new StreamableHTTPClientTransport(address, { requestInit }));
  }

  #records(): WindowRecord[] {
    const folder = join(this.state, 'windows');
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  }
}

/** A folder to open, with files by their paths. */
export function project(files: Readonly<Record<string, string | object>> = {}): string {
  const folder = realpathSync(temporaryFolder());
  for (const [path, content] of Object.entries(files)) writeProjectFile(folder, path, content);
  return folder;
}

export function writeProjectFile(folder: string, path: string, content: string | object): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

export const serverEntry = (page: Page) => page.locator('.part.statusbar').getByText('MCP: localhost:');

/** The notification with this text, once it is there. VS Code shows no toasts to the test driver, only the centre. */
export async function notification(page: Page, text: string): Promise<Locator> {
  const centre = page.locator('.notifications-center');
  const found = centre.locator('.notification-list-item').filter({ hasText: text }).first();
  // A centre that was opened empty stays empty, so it is closed and opened again.
  await until(async () => {
    if (await found.isVisible()) return true;
    await page.locator('#status\\.notifications a').click();
    await found.waitFor({ timeout: 2_000 });
    return true;
  }, READY_MS);
  return found;
}

/** The port in the status bar, once the server runs there. */
export async function shownPort(page: Page): Promise<number> {
  await serverEntry(page).waitFor({ timeout: READY_MS });
  const text = (await serverEntry(page).textContent()) ?? '';
  expect(text.trim()).toMatch(/^MCP: localhost:\d+$/);
  return Number(text.split(':').at(-1));
}

export async function textOf(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content } = await client.callTool({ name, arguments: input });
  const [part] = content;
  return part?.type === 'text' ? part.text : '';
}

/** A port that another program listens on. */
export async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
