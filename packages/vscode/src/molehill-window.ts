import { messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import * as vscode from 'vscode';
import { concernsUs, readConfig } from './config.ts';
import { HttpFrontend } from './frontends/http.ts';
import { registerLanguageModelTools } from './frontends/language-model-tools.ts';
import { type ProjectServing, serveProject } from './frontends/project.ts';
import { registerServerDefinitions } from './frontends/server-definitions.ts';
import { Guard } from './guard.ts';
import { VscodeHost } from './host/host.ts';
import { type OpenWindow, openTools } from './open-tools.ts';
import { outputLog } from './output-log.ts';
import { Questions } from './ui/questions.ts';
import { WindowUi } from './ui/window-ui.ts';

export interface WindowOptions {
  readonly output: vscode.LogOutputChannel;
  readonly extension: vscode.Extension<unknown>;
  /** A folder that the windows share. */
  readonly storage: string;
}

/** The composition root of one window: the editor's tools over this window, the frontends that serve them, and the UI. */
export class MolehillWindow {
  readonly #options: WindowOptions;
  readonly #host: VscodeHost;
  readonly #redactor = createRedactor();
  readonly #log: Log;
  readonly #guard: Guard;
  readonly #questions = new Questions();
  readonly #http: HttpFrontend;
  readonly #ui: WindowUi;
  readonly #version: string;
  #languageModelTools = 0;
  #project: ProjectServing | undefined;
  /** Resolves when the tools can be called; undefined where they cannot. */
  #opened: Promise<OpenWindow | undefined> = Promise.resolve(undefined);
  #isClosed = false;

  constructor(options: WindowOptions) {
    const { output, extension } = options;
    this.#options = options;
    this.#version = String(extension.packageJSON.version);
    this.#log = outputLog(output, this.#redactor);
    this.#guard = new Guard(this.#log);
    this.#host = new VscodeHost(this.#log, options.storage);
    const opened = () => this.#opened;
    this.#http = new HttpFrontend({ log: this.#log, opened });
    this.#ui = new WindowUi({
      guard: this.#guard,
      http: this.#http,
      questions: this.#questions,
      debug: this.#host.debug,
      output,
      extensionId: extension.id,
      opened,
      reachable: () => ({
        languageModelTools: this.#languageModelTools,
        ...(this.#project ? { project: this.#project } : {}),
      }),
    });
  }

  /** What must be there before the first session or call. A part that fails is reported, and the others go on. */
  register(): vscode.Disposable[] {
    const guard = this.#guard;
    const parts: Readonly<Record<string, () => vscode.Disposable[]>> = {
      'the language model tools': () => this.#registerTools(),
      'the UI': () => this.#ui.register(),
      'the server definitions': () =>
        registerServerDefinitions({ http: this.#http, guard, version: this.#version }),
      'the settings': () => [vscode.workspace.onDidChangeConfiguration((event) => this.#configured(event))],
    };
    const registered = Object.entries(parts).map(([part, register]) => guard.wrap(part, register)());
    return [this.#host, this.#questions, ...registered.flatMap((each) => (Array.isArray(each) ? each : []))];
  }

  /** Each frontend that fails is reported, and the others go on. */
  async start(): Promise<void> {
    this.#opened = openTools({
      host: this.#host,
      log: this.#log,
      redactor: this.#redactor,
      version: this.#version,
      ask: this.#questions.ask,
    }).catch((error: unknown) => {
      this.#log.error({ err: error }, 'Molehill could not start');
      return undefined;
    });
    const open = await this.#opened;
    if (!open || this.#isClosed) return;
    this.#ui.follow(open);
    await Promise.all([this.#serveProject(open), this.#http.apply(readConfig())]);
    await this.#guard.wrap('the review of the project', () => this.#ui.refresh())();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([this.#http.close(), this.#project?.close()]);
    await (await this.#opened)?.close();
  }

  #registerTools(): vscode.Disposable[] {
    const { packageJSON } = this.#options.extension;
    const tools = registerLanguageModelTools({
      declared: packageJSON.contributes?.languageModelTools ?? [],
      log: this.#log,
      ask: this.#questions.ask,
      opened: () => this.#opened,
    });
    this.#languageModelTools = tools.length;
    return tools;
  }

  #configured(event: vscode.ConfigurationChangeEvent): void {
    const apply = this.#guard.wrap('the settings', () => this.#http.apply(readConfig()));
    if (concernsUs(event)) void apply();
  }

  async #serveProject(open: OpenWindow): Promise<void> {
    try {
      const shared = { ...open, log: this.#log, version: this.#version, ask: this.#questions.ask };
      this.#project = await serveProject(shared, readConfig());
      if (this.#isClosed) await this.#project?.close();
    } catch (error) {
      this.#log.error({ err: error }, 'the project is not served');
      void vscode.window.showErrorMessage(`Molehill: the project is not served. ${messageOf(error)}`);
    }
  }
}
