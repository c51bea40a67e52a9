import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A larger file is not a configuration file. */
const MAX_FILE_SIZE = 1024 * 1024;

/** Reads regular files of limited size. A file that cannot be read is a warning, not an error. */
export class ProjectFiles {
  readonly root: string;
  /** Files that exist and could not be read. */
  readonly warnings: string[] = [];
  readonly #listings = new Map<string, Promise<readonly Dirent[]>>();

  constructor(root: string) {
    this.root = root;
  }

  /** Undefined when there is no such regular file; reading a pipe would never end. */
  async read(path: string): Promise<string | undefined> {
    const size = await this.size(path);
    if (size === undefined) return undefined;
    if (size <= MAX_FILE_SIZE) {
      const text = await readFile(join(this.root, path), 'utf8').catch(() => undefined);
      if (text === undefined) this.warnings.push(`${path} cannot be read`);
      return text?.replace(/^\uFEFF/, '');
    }
    this.warnings.push(`${path} is larger than 1 MB and was not read`);
    return undefined;
  }

  async size(path: string): Promise<number | undefined> {
    const siblings = await this.list(dirname(path));
    if (!siblings.some(({ name }) => name === basename(path))) return undefined;
    const found = await stat(join(this.root, path)).catch(() => undefined);
    return found?.isFile() ? found.size : undefined;
  }

  /** The first of these files that exists. */
  async readFirst(paths: readonly string[]): Promise<{ path: string; text: string } | undefined> {
    for (const path of paths) {
      const text = await this.read(path);
      if (text !== undefined) return { path, text };
    }
    return undefined;
  }

  /** Sorted by name; empty when there is no such folder. Cached, because many files are looked up. */
  list(folder: string): Promise<readonly Dirent[]> {
    const cached = this.#listings.get(folder) ?? listing(join(this.root, folder));
    this.#listings.set(folder, cached);
    return cached;
  }
}

async function listing(path: string): Promise<readonly Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
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
