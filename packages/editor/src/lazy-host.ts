import type { ServerEvent } from '@molehill/core/context';
import { type DebugServices, openDebugServices } from './debug/services.ts';
import type { EditorHost, Unsubscribe } from './host.ts';

export interface OpenHost {
  readonly host: EditorHost;
  readonly debug: DebugServices;
}

/** The editor host of a server, opened by the first call that needs it. */
export class LazyHost {
  readonly #open: () => EditorHost | Promise<EditorHost>;
  readonly #emit: (event: ServerEvent) => void;
  readonly #listeners = new Set<() => void>();
  #opening: Promise<OpenHost> | undefined;
  #opened: OpenHost | undefined;
  #isClosed = false;

  constructor(open: () => EditorHost | Promise<EditorHost>, emit: (event: ServerEvent) => void) {
    this.#open = open;
    this.#emit = emit;
  }

  /** A failure is not kept: the next call tries again. */
  get(): Promise<OpenHost> {
    this.#opening ??= this.#start().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  /** Without opening it. */
  get opened(): OpenHost | undefined {
    return this.#opened;
  }

  liveSessions(): number {
    return this.#opened?.debug.liveSessions() ?? 0;
  }

  /** Called when the host was opened, and when a debug session started or ended. */
  onDidChange(listener: () => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const open = await this.#opening?.catch(() => undefined);
    open?.debug.close();
    await open?.host.close();
  }

  async #start(): Promise<OpenHost> {
    if (this.#isClosed) throw new Error('the editor server is closed');
    const host = await this.#open();
    const debug = openDebugServices(host, this.#emit);
    debug.onDidChange(() => this.#notify());
    this.#opened = { host, debug };
    this.#notify();
    return this.#opened;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
