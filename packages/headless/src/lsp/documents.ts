import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileChangeType } from 'vscode-languageserver-protocol';
import { readTextFile } from '../text-file.ts';
import type { ServerConnection } from './connection.ts';
import { stampOf } from './file-stamp.ts';
import type { FileChange, FileTree } from './file-tree.ts';

interface OpenDocument {
  version: number;
  text: string;
  /** Changes with the file; for files that the tree does not track. */
  stamp: string;
  /** The revision when its text was sent. */
  revision: number;
  /** Stays open, to keep its project loaded. */
  isPinned: boolean;
}

const MOST_OPEN = 64;
const types: Readonly<Record<FileChange['kind'], FileChangeType>> = { created: 1, changed: 2, deleted: 3 };

/** Keeps the server's view of the files equal to the disk. */
export class Documents {
  readonly #tree: FileTree;
  readonly #connection: Pick<ServerConnection, 'notify'>;
  readonly #languageIdOf: (path: string) => string | undefined;
  /** Least recently used first. */
  readonly #open = new Map<string, OpenDocument>();
  readonly #changedAt = new Map<string, number>();
  #revision = 0;
  #syncing: Promise<readonly FileChange[]> = Promise.resolve([]);
  #queued: Promise<readonly FileChange[]> | undefined;

  constructor(
    tree: FileTree,
    connection: Pick<ServerConnection, 'notify'>,
    languageIdOf: (path: string) => string | undefined,
  ) {
    this.#tree = tree;
    this.#connection = connection;
    this.#languageIdOf = languageIdOf;
  }

  /** Grows when `sync` finds changes. */
  get revision(): number {
    return this.#revision;
  }

  hasChangedSince(path: string, revision: number): boolean {
    return (this.#changedAt.get(path) ?? 0) > revision;
  }

  versionOf(path: string): number | undefined {
    return this.#open.get(path)?.version;
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  /** Tells the server what was written before this call. */
  sync(): Promise<readonly FileChange[]> {
    // One that is under way may have looked before the write; one that has not begun serves all that wait.
    this.#queued ??= this.#syncing.then(() => {
      this.#queued = undefined;
      this.#syncing = this.#sync();
      return this.#syncing;
    });
    return this.#queued;
  }

  /** E_FILE_NOT_FOUND. */
  async open(path: string, { isPinned = false } = {}): Promise<void> {
    const document = this.#open.get(path);
    if (document) {
      document.isPinned ||= isPinned;
      this.#open.delete(path);
      this.#open.set(path, document);
      return;
    }
    const stamp = stampOf(path);
    const text = await readTextFile(path);
    if (this.#open.has(path)) return;
    this.#open.set(path, { version: 1, text, stamp, isPinned, revision: this.#revision });
    const languageId = this.#languageIdOf(path) ?? 'plaintext';
    this.#connection.notify('textDocument/didOpen', {
      textDocument: { uri: uriOf(path), languageId, version: 1, text },
    });
    this.#closeOldest();
  }

  /** Where other files changed since its text was sent, sends it again, so that the server checks it again. */
  resend(path: string): void {
    const document = this.#open.get(path);
    if (document && document.revision < this.#revision) this.#send(path, document);
  }

  /** It may be closed when others are opened. */
  unpin(path: string): void {
    const document = this.#open.get(path);
    if (document) document.isPinned = false;
  }

  close(path: string): void {
    if (this.#open.delete(path))
      this.#connection.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
  }

  async #sync(): Promise<readonly FileChange[]> {
    const changes = [...(await this.#tree.changes()), ...this.#changesOutside()];
    if (changes.length === 0) return changes;
    this.#revision += 1;
    for (const { path } of changes) this.#changedAt.set(path, this.#revision);
    this.#connection.notify('workspace/didChangeWatchedFiles', {
      changes: changes.map(({ path, kind }) => ({ uri: uriOf(path), type: types[kind] })),
    });
    await Promise.all(changes.map((change) => this.#update(change)));
    return changes;
  }

  #changesOutside(): FileChange[] {
    return [...this.#open].flatMap(([path, { stamp }]): FileChange[] => {
      if (this.#tree.has(dirname(path), basename(path))) return [];
      const now = stampOf(path);
      if (now === stamp) return [];
      return [{ path, kind: now === '' ? 'deleted' : 'changed' }];
    });
  }

  async #update({ path, kind }: FileChange): Promise<void> {
    const document = this.#open.get(path);
    if (!document) return;
    if (kind === 'deleted') {
      this.close(path);
      return;
    }
    const stamp = stampOf(path);
    // A file that is gone by now is reported by the next look.
    const text = await readTextFile(path).catch(() => document.text);
    document.stamp = stamp;
    if (text === document.text) return;
    document.text = text;
    this.#send(path, document);
  }

  #send(path: string, document: OpenDocument): void {
    document.version += 1;
    document.revision = this.#revision;
    this.#connection.notify('textDocument/didChange', {
      textDocument: { uri: uriOf(path), version: document.version },
      contentChanges: [{ text: document.text }],
    });
  }

  #closeOldest(): void {
    const others = [...this.#open].filter(([, { isPinned }]) => !isPinned);
    for (const [path] of others.slice(0, Math.max(0, others.length - MOST_OPEN))) this.close(path);
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
