import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { readRegularFile } from '@molehill/core/files/regular-file';
import { fingerprintOf } from './approval.ts';
import type { ApprovalReason, UnreadFile } from './found.ts';

/** A larger file is not a configuration file. */
const MAX_FILE_SIZE = 1024 * 1024;

/** A link out of the project can be approved, and then its target is read. */
export interface UnreadEntry extends UnreadFile {
  readonly needsApproval: readonly ApprovalReason[];
  readonly fingerprint: string;
}

interface Shared {
  readonly root: string;
  readonly realRoot: Promise<string>;
  readonly unread: UnreadEntry[];
  readonly texts: Map<string, Promise<string | undefined>>;
  readonly listings: Map<string, Promise<readonly Dirent[]>>;
  isApproved(fingerprint: string): boolean;
}

/** Reads regular files of limited size, of one folder of the project. Paths are relative to that folder, with slashes. */
export class ProjectFiles {
  /** Absolute. */
  readonly root: string;
  /** Relative to the project; empty for the project itself. */
  readonly folder: string;
  readonly #shared: Shared;

  private constructor(shared: Shared, folder: string) {
    this.#shared = shared;
    this.folder = folder;
    this.root = join(shared.root, folder);
  }

  static of(root: string, isApproved: (fingerprint: string) => boolean = () => false): ProjectFiles {
    const realRoot = realpath(root).catch(() => root);
    return new ProjectFiles(
      { root, realRoot, unread: [], texts: new Map(), listings: new Map(), isApproved },
      '',
    );
  }

  /** The same project, with paths relative to a folder of it. */
  in(folder: string): ProjectFiles {
    return new ProjectFiles(this.#shared, folder);
  }

  get projectRoot(): string {
    return this.#shared.root;
  }

  /** Files of the project that exist and were not read. */
  get unread(): readonly UnreadEntry[] {
    return this.#shared.unread;
  }

  /** As the project names it. */
  nameOf(path: string): string {
    return posix.normalize(posix.join(this.folder, path.replaceAll('\\', '/')));
  }

  /** Undefined when there is no such file, or when it may not be read: then it is in `unread`. */
  read(path: string): Promise<string | undefined> {
    const file = this.nameOf(path);
    const { texts } = this.#shared;
    const text = texts.get(file) ?? this.#read(file);
    texts.set(file, text);
    return text;
  }

  async exists(path: string): Promise<boolean> {
    const file = this.nameOf(path);
    const siblings = await this.#list(dirname(file));
    return siblings.some(({ name }) => name === basename(file));
  }

  /** The first of these files that can be read. */
  async readFirst(paths: readonly string[]): Promise<{ path: string; text: string } | undefined> {
    for (const path of paths) {
      const text = await this.read(path);
      if (text !== undefined) return { path, text };
    }
    return undefined;
  }

  /** Sorted by name; empty when there is no such folder in the project. Cached, because many files are looked up. */
  list(folder: string): Promise<readonly Dirent[]> {
    return this.#list(this.nameOf(folder));
  }

  #list(folder: string): Promise<readonly Dirent[]> {
    const { listings } = this.#shared;
    const cached = listings.get(folder) ?? this.#readFolder(folder);
    listings.set(folder, cached);
    return cached;
  }

  async #readFolder(folder: string): Promise<readonly Dirent[]> {
    const { root, realRoot } = this.#shared;
    const path = await realpath(join(root, folder)).catch(() => undefined);
    if (path === undefined || !isInside(await realRoot, path)) return [];
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #read(file: string): Promise<string | undefined> {
    const { root, realRoot } = this.#shared;
    const path = join(root, file);
    if (!isInside(root, path)) return this.#reject(file, 'is outside the project');
    const target = await realpath(path).catch(() => undefined);
    if (target === undefined) return this.#missing(file, path);
    if (!isInside(await realRoot, target) && !this.#isApprovedLink(file, target)) return undefined;
    try {
      // The link was resolved above; the file must not be replaced by another one in between.
      const text = await readRegularFile(target, { limit: MAX_FILE_SIZE, noFollow: true });
      return text.replace(/^\uFEFF/, '');
    } catch (error) {
      return this.#reject(file, reasonOf(error));
    }
  }

  /** A link whose target is missing is not the same as no file. */
  async #missing(file: string, path: string): Promise<undefined> {
    const link = await lstat(path).catch(() => undefined);
    return link?.isSymbolicLink() ? this.#reject(file, 'is a link without a target') : undefined;
  }

  #isApprovedLink(file: string, target: string): boolean {
    const reasons = [{ kind: 'link', detail: target }] as const;
    const fingerprint = fingerprintOf({ source: 'link', file }, undefined, target, reasons);
    if (this.#shared.isApproved(fingerprint)) return true;
    this.#reject(file, 'is a link that leads outside the project', reasons, fingerprint);
    return false;
  }

  #reject(
    file: string,
    reason: string | undefined,
    needsApproval: readonly ApprovalReason[] = [],
    fingerprint = fingerprintOf({ source: 'unread', file }, undefined, undefined, []),
  ): undefined {
    if (reason !== undefined) this.#shared.unread.push({ file, reason, needsApproval, fingerprint });
  }
}

const REASONS: Readonly<Record<string, string | undefined>> = {
  EFBIG: 'is larger than 1 MB',
  EINVAL: 'is not a regular file',
  EISDIR: undefined,
  ENOENT: undefined,
};

function reasonOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code in REASONS ? REASONS[code] : 'cannot be read';
}

/** The 1-based number of the first matching line. */
export function lineOf(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text);
  return found ? lineAt(text, found.index) : undefined;
}

export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
