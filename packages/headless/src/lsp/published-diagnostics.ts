import { isRecord } from '@molehill/core/record';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';

interface Published {
  readonly version: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const MOST_FILES = 1_000;

/** Diagnostics of servers that send them unasked. */
export class PublishedDiagnostics {
  /** By URI, oldest first. */
  readonly #files = new Map<string, Published>();
  readonly #listeners = new Set<(uri: string) => void>();
  #hasVersions = false;

  onNotification(method: string, params: unknown): void {
    if (method !== 'textDocument/publishDiagnostics' || !isPublished(params)) return;
    const { uri, version, diagnostics } = params;
    this.#hasVersions ||= version !== undefined;
    this.#files.delete(uri);
    this.#files.set(uri, { version, diagnostics });
    const [oldest] = this.#files.keys();
    if (oldest !== undefined && this.#files.size > MOST_FILES) this.#files.delete(oldest);
    for (const listener of this.#listeners) listener(uri);
  }

  get(uri: string): Published | undefined {
    return this.#files.get(uri);
  }

  /** Resolves with whether it was published for the file, or for this version of it, before the signal. */
  async wait(uri: string, version: number | undefined, signal: AbortSignal): Promise<boolean> {
    const isThere = () => {
      const published = this.#files.get(uri);
      if (!published) return false;
      // clangd publishes nothing for a file that is closed, without a version.
      if (!this.#hasVersions || version === undefined) return true;
      return published.version !== undefined && published.version >= version;
    };
    if (isThere()) return true;
    return await new Promise((resolve) => {
      const end = (result: boolean) => {
        this.#listeners.delete(check);
        signal.removeEventListener('abort', abort);
        resolve(result);
      };
      const check = (changed: string) => {
        if (changed === uri && isThere()) end(true);
      };
      const abort = () => end(false);
      this.#listeners.add(check);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
    });
  }
}

function isPublished(params: unknown): params is PublishDiagnosticsParams {
  return isRecord(params) && typeof params.uri === 'string' && Array.isArray(params.diagnostics);
}
