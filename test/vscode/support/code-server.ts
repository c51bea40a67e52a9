import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createId } from '@molehill/core/ids';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumArguments } from '../../engines/chromium.ts';
import type { CodeServerEngine } from '../../engines/code-server.ts';

export interface CodeServerOptions {
  /** An empty folder for everything that it writes. */
  readonly scratch: string;
  readonly extensions: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const STARTED_MS = 30_000;
const ENDED_MS = 10_000;
/** Marks its processes, of which some outlive it. */
const MARK = 'MOLEHILL_CODE_SERVER';

/** Deterministic windows: nothing is saved by itself, and nothing asks or contacts anybody. */
const testSettings = {
  'files.autoSave': 'off',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'security.workspace.trust.enabled': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
};

/** One code-server and one browser, in which tests open windows. */
export class CodeServer {
  readonly url: string;
  readonly userData: string;
  readonly #child: ChildProcess;
  readonly #mark: string;
  readonly #browser: Browser;

  static async start(engine: CodeServerEngine, options: CodeServerOptions): Promise<CodeServer> {
    const { scratch } = options;
    const [userData, extensionsDir, config] = ['user', 'extensions', 'config.yaml'].map((name) =>
      join(scratch, name),
    ) as [string, string, string];
    await mkdir(join(userData, 'User'), { recursive: true });
    await writeFile(config, 'auth: none\n');
    await writeFile(
      join(userData, 'User', 'settings.json'),
      JSON.stringify({ ...testSettings, ...options.settings }),
    );
    const mark = createId();
    const env = {
      ...process.env,
      HOME: scratch,
      EXTENSIONS_GALLERY: '{}',
      NODE_OPTIONS: undefined,
      ...options.env,
      [MARK]: mark,
    };
    const places = ['--config', config, '--user-data-dir', userData, '--extensions-dir', extensionsDir];
    for (const extension of options.extensions)
      await run(engine, [...places, '--install-extension', extension], env);
    const port = await freePort();
    const flags = [
      ...[
        '--bind-addr',
        `127.0.0.1:${port}`,
        '--auth',
        'none',
        '--disable-telemetry',
        '--disable-update-check',
      ],
      ...['--disable-workspace-trust', '--ignore-last-opened', '--vscode-option', 'enable-smoke-test-driver'],
    ];
    const child = spawn(engine.node, [engine.entry, ...places, ...flags], { env, stdio: 'ignore' });
    await until(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok, STARTED_MS);
    const browser = await chromium.launch({
      executablePath: engine.chromium,
      args: [...chromiumArguments],
    });
    return new CodeServer({ child, mark, browser, url: `http://127.0.0.1:${port}`, userData });
  }

  private constructor(parts: {
    readonly child: ChildProcess;
    readonly mark: string;
    readonly browser: Browser;
    readonly url: string;
    readonly userData: string;
  }) {
    this.#child = parts.child;
    this.#mark = parts.mark;
    this.#browser = parts.browser;
    this.url = parts.url;
    this.userData = parts.userData;
  }

  /** Opens a folder, a `.code-workspace` file or nothing in a window. Closing the page ends its extension host. */
  async openWindow(opened: string | undefined): Promise<Page> {
    const page = await this.#newPage();
    const kind = opened?.endsWith('.code-workspace') ? 'workspace' : 'folder';
    const query = new URLSearchParams(opened === undefined ? { ew: 'true' } : { [kind]: opened });
    await page.goto(`${this.url}/?${query}`);
    await page.locator('.part.statusbar').waitFor();
    return page;
  }

  /** Runs a module inside the extension host. Rejects with what it printed where it fails. */
  async runInHost(folder: string, module: string): Promise<readonly string[]> {
    const page = await this.#newPage();
    const lines: string[] = [];
    const ended = new Promise<number>((resolve) => {
      void page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
        lines.push(args.map(String).join(' '));
      });
      void page.exposeFunction('codeAutomationExit', resolve);
    });
    const authority = this.url.slice('http://'.length);
    const remote = (path: string) => `vscode-remote://${authority}${path}`;
    const payload = [
      ['extensionDevelopmentPath', remote(join(module, '..'))],
      ['extensionTestsPath', remote(module)],
    ];
    const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
    await page.goto(`${this.url}/?${query}`);
    const code = await ended;
    await page.close();
    if (code !== 0) throw new Error(`The test module ended with code ${code}:\n${lines.join('\n')}`);
    return lines;
  }

  /** What the extension hosts logged. */
  get hostLog(): string {
    const logs = join(this.userData, 'logs');
    return readdirSync(logs, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('remoteexthost.log'))
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('\n');
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#child.kill('SIGTERM');
    await until(async () => this.#processes().length === 0, ENDED_MS).catch(() => {});
    for (const pid of this.#processes()) kill(pid);
  }

  async #newPage(): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.on('close', () => void context.close().catch(() => {}));
    return page;
  }

  #processes(): number[] {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && isMarked(pid, this.#mark));
  }
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARK}=${mark}`);
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

async function run(
  { node, entry }: CodeServerEngine,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(node, [entry, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0)
    throw new Error(`code-server ${args.at(-2)} ended with code ${code}: ${output.slice(-2_000)}`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export async function until(isTrue: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    if (await isTrue().catch(() => false)) return;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms`);
    await sleep(50);
  }
}
