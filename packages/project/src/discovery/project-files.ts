import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** No configuration is larger; what is larger is something else under the same name. */
const LARGEST_FILE = 1024 * 1024;

/** Reading in a project: regular files of a sensible size, and never a failure because of one of them. */
export class ProjectFiles {
  readonly root: string;
  readonly #remarks: string[] = [];
  readonly #listings = new Map<string, Promise<readonly Dirent[]>>();

  constructor(root: string) {
    this.root = root;
  }

  /** What could not be read although it is there. */
  get remarks(): readonly string[] {
    return this.#remarks;
  }

  remark(text: string): void {
    this.#remarks.push(text);
  }

  /** Nothing when there is no such file. Anything but a regular file is none: reading a pipe would never end. */
  async read(path: string): Promise<string | undefined> {
    const size = await this.size(path);
    if (size === undefined) return undefined;
    if (size > LARGEST_FILE) {
      this.remark(`${path} is larger than 1 MB and was not read`);
      return undefined;
    }
    return this.#text(path);
  }

  async size(path: string): Promise<number | undefined> {
    const siblings = await this.list(dirname(path));
    if (!siblings.some(({ name }) => name === basename(path))) return undefined;
    const found = await stat(join(this.root, path)).catch(() => undefined);
    return found?.isFile() ? found.size : undefined;
  }

  /** The first of these that is there. */
  async readFirst(paths: readonly string[]): Promise<{ path: string; text: string } | undefined> {
    for (const path of paths) {
      const text = await this.read(path);
      if (text !== undefined) return { path, text };
    }
    return undefined;
  }

  /** In the order of their names; nothing when there is no such folder. Looked at once, because many names are asked for. */
  list(folder: string): Promise<readonly Dirent[]> {
    const path = join(this.root, folder);
    const known = this.#listings.get(path) ?? listing(path);
    this.#listings.set(path, known);
    return known;
  }

  async #text(path: string): Promise<string | undefined> {
    try {
      const file = await open(join(this.root, path), 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(LARGEST_FILE), 0, LARGEST_FILE, 0);
        return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
      } finally {
        await file.close();
      }
    } catch {
      this.remark(`${path} cannot be read`);
      return undefined;
    }
  }
}

async function listing(path: string): Promise<readonly Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The number of the first line that matches, counted from 1. */
export function lineOf(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text);
  return found ? lineAt(text, found.index) : undefined;
}

/** Text as a pattern that matches nothing else. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
