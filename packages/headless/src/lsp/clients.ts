import { setTimeout as sleep } from 'node:timers/promises';
import { fileErrors } from '@molehill/core/files/errors';
import { isInside } from '@molehill/core/files/inside';
import type { Log } from '@molehill/core/log';
import type { Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type { LanguageContext, LanguageServerState } from '@molehill/editor/language-host';
import type { LanguageServerSpec } from '../language-servers/language-server.ts';
import type { Env, ToolLocation } from '../machine-tools/machine-tool.ts';
import { LspClient } from './client.ts';
import { aborted } from './connection.ts';
import { stampOf } from './file-stamp.ts';

/** The language servers of a machine. */
export interface LanguageServerSource {
  specFor(path: string): LanguageServerSpec | undefined;
  /** The server whose files may import a file that none serves. */
  importerOf?(path: string): LanguageServerSpec | undefined;
  /** E_NO_LANGUAGE_SERVER with the command that installs it. */
  find(spec: LanguageServerSpec, folder: string): Promise<ToolLocation>;
}

export interface ClientLimits {
  /** How long a server is kept without a call. */
  readonly idleMs: number;
  readonly mostServers: number;
  /** Above it a server is ended between calls. */
  readonly mostRssBytes: number;
  /** How long a call waits for a project to load. */
  readonly readyMs: number;
  readonly requestMs: number;
}

export interface LspClientsOptions {
  readonly folders: readonly string[];
  readonly servers: LanguageServerSource;
  readonly env: Env;
  readonly reaper: Reaper;
  readonly log: Log;
  readonly limits: ClientLimits;
}

interface Slot {
  readonly spec: LanguageServerSpec;
  readonly folder: string;
  starting: Promise<LspClient> | undefined;
  client: LspClient | undefined;
  /** Calls that use it now. */
  active: number;
  usedAt: number;
  startedAt: number;
  /** Of the packages that it was started with. */
  packages: string;
  idle: NodeJS.Timeout | undefined;
  /** Since the last time that it ran for long. */
  crashes: number;
  crashedAt: number;
}

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 30_000;
/** A call waits for a restart no longer than this. */
const LONGEST_WAIT_MS = 5_000;
/** After this time a crash is not counted with those before. */
const STABLE_MS = 60_000;

/** The running language servers, one for each folder and language. */
export class LspClients {
  readonly folders: readonly string[];
  readonly #options: LspClientsOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: LspClientsOptions) {
    this.#options = options;
    this.folders = options.folders;
  }

  states(): LanguageServerState[] {
    return [...this.#slots.values()].flatMap(({ client, starting, spec, folder }) => {
      if (client) return [client.state()];
      return starting
        ? [{ name: spec.name, languages: spec.languages, folder, state: 'starting' as const }]
        : [];
    });
  }

  specFor(path: string): LanguageServerSpec | undefined {
    return this.#options.servers.specFor(path);
  }

  importerOf(path: string): LanguageServerSpec | undefined {
    return this.#options.servers.importerOf?.(path);
  }

  /** Starts the server of a file where needed. E_NO_LANGUAGE_SERVER, E_OUTSIDE_WORKSPACE, E_LANGUAGE_SERVER. */
  async use<T>(
    path: string,
    { signal }: Pick<LanguageContext, 'signal'>,
    work: (client: LspClient) => Promise<T>,
  ): Promise<T> {
    const slot = this.#slotFor(path);
    return await this.#lease(slot, async () => work(await orAborted(this.#client(slot), signal)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const starting = [...this.#slots.values()].map(async (slot) => {
      await slot.starting?.catch(() => {});
      this.#stop(slot);
    });
    await Promise.all(starting);
    await Promise.all(this.#closing);
  }

  async #lease<T>(slot: Slot, work: () => Promise<T>): Promise<T> {
    slot.active += 1;
    clearTimeout(slot.idle);
    try {
      return await work();
    } finally {
      slot.active -= 1;
      this.#released(slot);
    }
  }

  #slotFor(path: string): Slot {
    const spec = this.specFor(path);
    if (!spec) {
      const hint = 'Use a file of a language that has a language server.';
      throw editorErrors.fail('E_NO_LANGUAGE_SERVER', `No language server serves ${path}.`, { hint });
    }
    const folder = this.folders
      .filter((candidate) => isInside(candidate, path))
      .toSorted((a, b) => b.length - a.length)[0];
    if (folder === undefined)
      throw fileErrors.fail('E_OUTSIDE_WORKSPACE', `${path} is outside the workspace.`);
    const key = `${folder}\0${spec.name}`;
    const found = this.#slots.get(key) ?? newSlot(spec, folder);
    this.#slots.set(key, found);
    return found;
  }

  #client(slot: Slot): Promise<LspClient> {
    if (slot.client && !slot.client.hasEnded && !this.#hasOldPackages(slot))
      return Promise.resolve(slot.client);
    slot.starting ??= this.#start(slot).finally(() => {
      slot.starting = undefined;
    });
    return slot.starting;
  }

  /** Ends the server where no other call uses it. */
  #hasOldPackages(slot: Slot): boolean {
    if (slot.active > 1 || slot.packages === this.#packagesOf(slot)) return false;
    this.#stop(slot);
    return true;
  }

  #packagesOf({ spec, folder }: Slot): string {
    const paths = spec.packages?.({ folder, env: this.#options.env }) ?? [];
    return paths.map((path) => `${path} ${stampOf(path)}`).join('\n');
  }

  async #start(slot: Slot): Promise<LspClient> {
    if (this.#isClosed) throw new Error('the language servers are closed');
    const { servers, env, reaper, log, limits } = this.#options;
    const { spec, folder } = slot;
    await this.#backOff(slot);
    this.#makeSpaceFor(slot);
    const location = await servers.find(spec, folder);
    slot.startedAt = performance.now();
    slot.packages = this.#packagesOf(slot);
    const { readyMs, requestMs } = limits;
    const start = LspClient.start({ spec, location, folder, env, reaper, log, readyMs, requestMs });
    const client = await start.catch((error: unknown) => {
      this.#crashed(slot);
      throw error;
    });
    slot.client = client;
    client.ended.then(() => this.#ended(slot, client));
    return client;
  }

  /** E_LANGUAGE_SERVER where it crashed so often that a call should not wait for it. */
  async #backOff({ spec, crashes, crashedAt }: Slot): Promise<void> {
    if (crashes === 0) return;
    const delay = Math.min(FIRST_BACKOFF_MS * 2 ** (crashes - 1), LONGEST_BACKOFF_MS);
    const rest = crashedAt + delay - performance.now();
    if (rest > LONGEST_WAIT_MS) {
      const seconds = Math.ceil(rest / 1000);
      const message = `The language server ${spec.name} ended ${crashes} times in a row. It is started again in ${seconds} s at the earliest.`;
      throw editorErrors.fail('E_LANGUAGE_SERVER', message, { hint: `Call again in ${seconds} s.` });
    }
    if (rest > 0) await sleep(rest, undefined, { ref: false });
  }

  #makeSpaceFor(slot: Slot): void {
    const running = [...this.#slots.values()].filter(
      (other) => other !== slot && (other.client || other.starting),
    );
    if (running.length < this.#options.limits.mostServers) return;
    const idle = running.filter(({ active, client }) => active === 0 && client);
    const [oldest] = idle.toSorted((a, b) => a.usedAt - b.usedAt);
    if (!oldest) {
      const message = `${running.length} language servers are busy, which is the most that may run.`;
      throw editorErrors.fail('E_LSP_NOT_READY', message);
    }
    this.#stop(oldest);
  }

  #released(slot: Slot): void {
    slot.usedAt = performance.now();
    if (slot.active > 0 || this.#isClosed) return;
    clearTimeout(slot.idle);
    slot.idle = setTimeout(() => this.#stop(slot), this.#options.limits.idleMs).unref();
    this.#checkMemory(slot);
  }

  #checkMemory(slot: Slot): void {
    const bytes = slot.client?.rssBytes();
    if (bytes === undefined || bytes <= this.#options.limits.mostRssBytes) return;
    this.#options.log.warn({ server: slot.spec.name, bytes }, 'a language server used too much memory');
    this.#stop(slot);
  }

  #stop(slot: Slot): void {
    const { client } = slot;
    clearTimeout(slot.idle);
    slot.client = undefined;
    if (!client) return;
    const closing = client.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #ended(slot: Slot, client: LspClient): void {
    if (slot.client !== client) return;
    this.#options.log.warn({ server: slot.spec.name }, 'a language server ended');
    this.#crashed(slot);
    this.#stop(slot);
  }

  #crashed(slot: Slot): void {
    const now = performance.now();
    slot.crashes = now - slot.startedAt > STABLE_MS ? 1 : slot.crashes + 1;
    slot.crashedAt = now;
  }
}

function newSlot(spec: LanguageServerSpec, folder: string): Slot {
  return {
    spec,
    folder,
    starting: undefined,
    client: undefined,
    active: 0,
    usedAt: 0,
    startedAt: 0,
    packages: '',
    idle: undefined,
    crashes: 0,
    crashedAt: 0,
  };
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  work.catch(() => {});
  // Node warns of a leak where more than ten calls listen to one signal.
  const own = AbortSignal.any([signal]);
  const stop = new AbortController();
  try {
    return await Promise.race([work, aborted(own, stop.signal)]);
  } finally {
    stop.abort();
  }
}
