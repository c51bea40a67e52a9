import { realpathSync } from 'node:fs';
import { PROTOCOL } from '@molehill/bridge/jobs/messages';
import { openWindows } from '@molehill/bridge/windows';
import { type Catalogue, createCatalogue } from '@molehill/core/catalogue';
import { messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import type { ToolServer } from '@molehill/core/server';
import { editorServer } from '@molehill/editor/server';
import type { McpEndpoint } from '@molehill/serve/mcp';
import { openRuntime, type Runtime } from '@molehill/serve/runtime';
import * as vscode from 'vscode';
import { readConfig } from './config.ts';
import { serveEditorOverHttp } from './frontends/http.ts';
import { registerLanguageModelTools } from './frontends/language-model-tools.ts';
import { serveProject } from './frontends/project.ts';
import { VscodeHost } from './host/host.ts';
import { outputLog } from './output-log.ts';
import { askPerson } from './ui/questions.ts';

export interface WindowOptions {
  readonly output: vscode.LogOutputChannel;
  readonly extension: vscode.Extension<unknown>;
  /** A folder that the windows share. */
  readonly storage: string;
}

interface Frontend {
  close(): Promise<void>;
}

/** The composition root of one window: the editor's tools over this window, and the frontends that serve them. */
export class MolehillWindow {
  readonly #options: WindowOptions;
  readonly #host: VscodeHost;
  readonly #redactor = createRedactor();
  readonly #log: Log;
  readonly #frontends: Frontend[] = [];
  readonly #version: string;
  /** Resolves when the tools can be called; undefined where they cannot. */
  #opened: Promise<OpenWindow | undefined> = Promise.resolve(undefined);
  #runtime: Runtime | undefined;
  #server: ToolServer | undefined;
  #isClosed = false;

  constructor(options: WindowOptions) {
    this.#options = options;
    this.#version = String(options.extension.packageJSON.version);
    this.#log = outputLog(options.output, this.#redactor);
    this.#host = new VscodeHost(this.#log, options.storage);
  }

  /** What must be there before the first session or call. */
  register(): vscode.Disposable[] {
    const { packageJSON } = this.#options.extension;
    const tools = registerLanguageModelTools({
      declared: packageJSON.contributes?.languageModelTools ?? [],
      log: this.#log,
      ask: askPerson,
      opened: () => this.#opened,
    });
    return [this.#host, ...tools];
  }

  /** Each frontend that fails is reported, and the others go on. */
  async start(): Promise<void> {
    this.#opened = this.#open().catch((error: unknown) => {
      this.#log.error({ err: error }, 'Molehill could not start');
      return undefined;
    });
    const open = await this.#opened;
    if (!open || this.#isClosed) return;
    const config = readConfig();
    const shared = { ...open, log: this.#log, version: this.#version };
    await Promise.all([
      this.#try('the project', () => serveProject(shared, config)),
      this.#try('the HTTP server', () => serveEditorOverHttp(shared, config)),
    ]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#frontends.splice(0).map((frontend) => frontend.close()));
    await this.#runtime?.handles.close();
    await this.#server?.close?.();
    await this.#runtime?.close();
  }

  async #try(name: string, open: () => Promise<Frontend | undefined>): Promise<void> {
    try {
      const frontend = await open();
      if (frontend && this.#isClosed) await frontend.close();
      else if (frontend) this.#frontends.push(frontend);
    } catch (error) {
      this.#log.error({ err: error }, `${name} is not served`);
      void vscode.window.showInformationMessage(`Molehill: ${name} is not served. ${messageOf(error)}`);
    }
  }

  async #open(): Promise<OpenWindow> {
    const runtime = await openRuntime({
      env: process.env,
      flags: {},
      log: this.#log,
      redactor: this.#redactor,
    });
    this.#runtime = runtime;
    const { paths, log, redactor, emit } = runtime;
    const folders = this.#host.workspace.folders;
    const workspace = folders[0] ?? realpathSync(process.cwd());
    const version = this.#version;
    const server = editorServer({
      mount: { env: process.env, stateRoot: paths.root, workspace, log, redactor, emit },
      host: () => this.#host,
      bridge: {
        version,
        protocol: PROTOCOL,
        workspace,
        windows: async () =>
          (await openWindows(paths.root).list()).map(({ heartbeat, ...window }) => ({
            ...window,
            heartbeatAgeMs: Math.max(0, Math.round(Date.now() - heartbeat)),
          })),
        choice: async () => ({ kind: 'vscode', reason: 'The call is served by this window.' }),
      },
      profile: 'expert',
    });
    this.#server = server;
    const catalogue = createCatalogue([server], { prefixed: false });
    const { dispatcher, handles, feed } = runtime;
    const endpoint: McpEndpoint = {
      name: 'molehill-editor',
      version,
      instructions: async () => server.instructions,
      catalogue,
      dispatcher,
      handles,
      feed,
      servers: [server],
      workspace: folders,
    };
    return { runtime, endpoint, catalogue, folders };
  }
}

/** What the frontends serve. */
export interface OpenWindow {
  readonly runtime: Runtime;
  readonly endpoint: McpEndpoint;
  readonly catalogue: Catalogue;
  readonly folders: readonly string[];
}

export interface Served extends OpenWindow {
  readonly log: Log;
  readonly version: string;
}
