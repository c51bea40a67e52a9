import { isRecord } from '@molehill/core/record';
import { remainingMs } from '@molehill/core/timeout';
import { editorErrors } from '@molehill/editor/errors';
import type { LanguageContext } from '@molehill/editor/language-host';
import type { Readiness } from '../language-servers/language-server.ts';

/** A server with nothing to load reports no progress. */
const NO_PROGRESS_MS = 3_000;
/** rust-analyzer loads in steps, with a pause between the progress of two. */
const BETWEEN_STEPS_MS = 300;

/** The time that is left for the answer. */
const ANSWER_MS = 500;

/** Whether the server has loaded the whole project, by what it reports. */
export class ProjectReadiness {
  readonly #name: string;
  readonly #readiness: Readiness;
  /** Titles by token. */
  readonly #underWay = new Map<unknown, string>();
  readonly #waiting = new Set<() => void>();
  #hasLoaded: boolean;
  #message: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(name: string, readiness: Readiness) {
    this.#name = name;
    this.#readiness = readiness;
    this.#hasLoaded = readiness.kind === 'immediate';
  }

  get isReady(): boolean {
    return this.#hasLoaded && this.#underWay.size === 0;
  }

  /** The server was initialized. */
  started(): void {
    if (this.#readiness.kind !== 'progress') return;
    this.#loadedUnlessBusy(NO_PROGRESS_MS);
  }

  /** Files were created or deleted, and the server was told. */
  filesChanged(): void {
    if (this.#readiness.kind !== 'log' || !this.#hasLoaded) return;
    this.#hasLoaded = false;
    this.#loadedUnlessBusy(this.#readiness.searchAgainMs);
  }

  onNotification(method: string, params: unknown): void {
    if (!isRecord(params)) return;
    if (method === 'window/logMessage') this.#logged(String(params.message));
    if (method === '$/progress' && isRecord(params.value)) this.#progressed(params.token, params.value);
  }

  /** E_LSP_NOT_READY after `waitMs`. */
  async wait(waitMs: number, { signal, progress }: LanguageContext): Promise<void> {
    if (this.isReady) return;
    // The call's own time limit would say less.
    const left = (remainingMs(signal) ?? Number.POSITIVE_INFINITY) - ANSWER_MS;
    const limit = AbortSignal.timeout(Math.max(0, Math.ceil(Math.min(waitMs, left))));
    const either = AbortSignal.any([signal, limit]);
    progress(0, undefined, this.#text());
    while (!this.isReady) {
      await this.#change(either);
      signal.throwIfAborted();
      if (limit.aborted && !this.isReady) throw editorErrors.fail('E_LSP_NOT_READY', this.#text());
    }
  }

  #text(): string {
    const detail = this.#message ?? [...this.#underWay.values()][0];
    return `The language server ${this.#name} is still loading the project${detail ? `: ${detail}` : ''}.`;
  }

  #logged(message: string): void {
    if (this.#readiness.kind === 'log' && this.#readiness.message.test(message)) this.#loaded();
  }

  #progressed(token: unknown, value: Readonly<Record<string, unknown>>): void {
    if (this.#readiness.kind !== 'progress') return;
    const title = String(value.title ?? '');
    if (value.kind === 'begin' && this.#readiness.title.test(title)) this.#underWay.set(token, title);
    if (!this.#underWay.has(token)) return;
    if (typeof value.message === 'string') this.#message = value.message;
    if (value.kind !== 'end') return;
    this.#underWay.delete(token);
    this.#loadedUnlessBusy(BETWEEN_STEPS_MS);
  }

  /** Replaces an earlier one, which must not end a wait that began later. */
  #loadedUnlessBusy(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#underWay.size === 0) this.#loaded();
    }, afterMs).unref();
  }

  #loaded(): void {
    this.#hasLoaded = true;
    this.#message = undefined;
    for (const notify of this.#waiting) notify();
  }

  async #change(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }
}
