import { httpToken } from '@molehill/bridge/http/token';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { type HttpServing, serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import * as vscode from 'vscode';
import { portOf, type WindowConfig } from '../config.ts';
import type { OpenWindow } from '../open-tools.ts';

const MOST_PORTS = 20;

export interface HttpFrontendOptions {
  readonly log: Log;
  /** Undefined where the window could not be opened. */
  opened(): Promise<OpenWindow | undefined>;
}

/** Where clients outside this window reach the editor's tools. */
export interface HttpAddress {
  readonly port: number;
  readonly url: string;
  readonly token: string;
}

/** The editor's tools over HTTP: started and stopped by settings and by commands, one after the other. */
export class HttpFrontend {
  readonly #options: HttpFrontendOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #serving: HttpServing | undefined;
  #address: HttpAddress | undefined;
  #applied: string | undefined;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: HttpFrontendOptions) {
    this.#options = options;
  }

  /** Undefined while no server runs. */
  get address(): HttpAddress | undefined {
    return this.#address;
  }

  /** Does what the settings say, if they say something else than before. */
  apply({ enableHttpServer, httpPort }: WindowConfig): Promise<void> {
    const wanted = JSON.stringify([enableHttpServer, httpPort]);
    if (wanted === this.#applied) return this.#last;
    this.#applied = wanted;
    return this.#next(async () => {
      await this.#stop();
      if (enableHttpServer) await this.#start(httpPort);
    });
  }

  /** By a person: also where the settings want no server. */
  start({ httpPort }: WindowConfig): Promise<void> {
    return this.#next(async () => {
      if (!this.#serving) await this.#start(httpPort ?? 0);
    });
  }

  stop(): Promise<void> {
    return this.#next(() => this.#stop());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
    this.#changed.dispose();
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'the HTTP server is not served');
    });
    return this.#last;
  }

  async #start(httpPort: unknown): Promise<void> {
    const { port, problem } = portOf(httpPort);
    if (problem !== undefined) return this.#refuse(`${problem}.`);
    const open = await this.#options.opened();
    if (port === undefined || !open || this.#isClosed) return;
    try {
      await this.#listen(open, port);
    } catch (error) {
      this.#refuse(`The HTTP server cannot listen on port ${port} (molehill.httpPort). ${messageOf(error)}`);
    }
  }

  async #listen({ endpoint, runtime }: OpenWindow, wanted: number): Promise<void> {
    const { log } = this.#options;
    const token = httpToken(runtime.paths);
    runtime.redactor.add(token);
    const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
    const serving = await nextFree(wanted, (port) => serveHttp(factories, { port, token, log }));
    const { port, url } = serving;
    this.#serving = serving;
    this.#address = { port, url: `${url}/mcp`, token };
    log.info({ url: `${url}/mcp` }, 'the HTTP server listens');
    if (wanted !== 0 && port !== wanted) this.#reportMoved(wanted, port);
    this.#changed.fire();
  }

  async #stop(): Promise<void> {
    const serving = this.#serving;
    if (!serving) return;
    this.#serving = undefined;
    this.#address = undefined;
    this.#changed.fire();
    await serving.close();
    this.#options.log.info({}, 'the HTTP server stopped');
  }

  #refuse(problem: string): void {
    this.#options.log.error({}, problem);
    offerSetting(vscode.window.showErrorMessage(`Molehill: ${problem}`, OPEN_SETTING));
  }

  #reportMoved(wanted: number, port: number): void {
    const message = `Port ${wanted} (molehill.httpPort) is in use; the HTTP server listens on ${port}.`;
    this.#options.log.warn({}, message);
    offerSetting(vscode.window.showWarningMessage(`Molehill: ${message}`, OPEN_SETTING));
  }
}

const OPEN_SETTING = 'Open Setting';

function offerSetting(shown: Thenable<string | undefined>): void {
  void shown.then((chosen) => {
    if (chosen === OPEN_SETTING)
      void vscode.commands.executeCommand('workbench.action.openSettings', 'molehill.httpPort');
  });
}

async function nextFree<T>(wanted: number, listen: (port: number) => Promise<T>): Promise<T> {
  for (let port = wanted; ; port += 1) {
    try {
      return await listen(port);
    } catch (error) {
      const isTaken = isMolehillError(error) && error.code === 'E_PORT_IN_USE';
      if (!isTaken || port - wanted >= MOST_PORTS || port >= 65_535) throw error;
    }
  }
}
