import { dirname, join } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import type { FileOperation } from '@molehill/editor/workspace-change';
import * as fc from 'fast-check';

/** A tree in memory that does what the operations should do, and knows how to undo them. Paths start with `/`. */
export class Model {
  readonly files = new Map<string, string>();
  readonly folders = new Set(['/']);
  /** What was done, and its opposite in the order to undo it. */
  readonly done: FileOperation[] = [];
  readonly inverse: FileOperation[] = [];

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) {
      if (this.#isFree(path)) this.#put(path, text);
    }
  }

  /** Ignores what is not possible. */
  run(operation: FileOperation): void {
    const undo = this.#run(operation);
    if (!undo) return;
    this.done.push(operation);
    this.inverse.unshift(...undo);
  }

  #run(operation: FileOperation): FileOperation[] | undefined {
    if (operation.kind === 'create') return this.#create(operation.path, operation.text);
    if (operation.kind === 'delete') return this.#delete(operation.path);
    return this.#rename(operation.from, operation.to, operation.overwrite);
  }

  #create(path: string, text: string): FileOperation[] | undefined {
    if (!this.#isFree(path) || this.#isTarget(path)) return undefined;
    return [{ kind: 'delete', path: this.#put(path, text) ?? path }];
  }

  #delete(path: string): FileOperation[] | undefined {
    const files = [...this.files].filter(([file]) => isInside(path, file));
    const folders = [...this.folders].filter((folder) => isInside(path, folder));
    const isEmpty = (folder: string) => !files.some(([file]) => isInside(folder, file));
    // Creating files does not bring back an empty folder.
    if (path === '/' || files.length === 0 || folders.some(isEmpty)) return undefined;
    for (const [file] of files) this.files.delete(file);
    for (const folder of folders) this.folders.delete(folder);
    return files.map(([file, text]) => ({ kind: 'create', path: file, text }));
  }

  #rename(from: string, to: string, overwrite: boolean): FileOperation[] | undefined {
    const replaced = this.files.get(to);
    const canReplace = overwrite && replaced !== undefined && this.files.has(from);
    if (isInside(from, to) || this.#isTarget(to) || !(this.#isFree(to) || canReplace)) return undefined;
    if (!this.files.has(from) && !this.folders.has(from)) return undefined;
    const made = this.#makeParents(to);
    const move = (path: string) => (isInside(from, path) ? join(to, path.slice(from.length)) : path);
    const files = [...this.files]
      .filter(([file]) => file !== to)
      .map(([file, text]) => [move(file), text] as const);
    const folders = [...this.folders].map(move);
    this.files.clear();
    this.folders.clear();
    for (const [file, text] of files) this.files.set(file, text);
    for (const folder of folders) this.folders.add(folder);
    const back: FileOperation[] = [{ kind: 'rename', from: to, to: from, overwrite: false }];
    if (replaced !== undefined) back.push({ kind: 'create', path: to, text: replaced });
    if (made !== undefined) back.push({ kind: 'delete', path: made });
    return back;
  }

  #isTarget(path: string): boolean {
    return this.done.some(
      (each) => path === (each.kind === 'rename' ? each.to : each.kind === 'create' && each.path),
    );
  }

  #isFree(path: string): boolean {
    const parents = [...this.files.keys()].some((file) => isInside(file, path));
    return !parents && !this.folders.has(path);
  }

  /** The first folder that had to be made. */
  #put(path: string, text: string): string | undefined {
    const made = this.#makeParents(path);
    this.files.set(path, text);
    return made;
  }

  #makeParents(path: string): string | undefined {
    const parent = dirname(path);
    if (this.folders.has(parent)) return undefined;
    const made = this.#makeParents(parent);
    this.folders.add(parent);
    return made ?? parent;
  }
}

const path = fc.constantFrom(
  ...['/a', '/b', '/c', '/c/a', '/c/b', '/c/d', '/c/d/e', '/f/g', '/f', '/h/i/j', '/h/i', '/h'],
);
const text = fc.string({ unit: fc.constantFrom('x', 'é', '😀', '\n', '\r\n'), maxLength: 20 });

export const treeArbitrary = fc.dictionary(path, text, { minKeys: 2, maxKeys: 8 });
export const operationsArbitrary = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('create' as const), path, text }),
    fc.record({ kind: fc.constant('delete' as const), path }),
    fc.record({ kind: fc.constant('rename' as const), from: path, to: path, overwrite: fc.boolean() }),
    fc.record({ kind: fc.constant('rename' as const), from: path, to: path, overwrite: fc.boolean() }),
  ),
  { minLength: 3, maxLength: 14 },
);
/** The new text of some of the files, in one line: new lines would take the line endings of the file. */
export const editsArbitrary = fc.dictionary(
  path,
  fc.string({ unit: fc.constantFrom('y', 'ß', '🎉'), maxLength: 20 }),
  { maxKeys: 4 },
);
