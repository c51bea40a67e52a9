import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { coreErrors } from '@molehill/core/errors';
import { isInside } from '@molehill/core/files/inside';
import { changedFile, existingTarget } from '@molehill/editor/edits/conflicts';
import { applyTextEdits, hashOf } from '@molehill/editor/edits/text';
import { editablePath, entryPath } from '@molehill/editor/edits/workspace-paths';
import { editorErrors } from '@molehill/editor/errors';
import type { FileEdits, FileOperation, WorkspaceChange } from '@molehill/editor/workspace-change';
import { decodeText, encodeText } from './encoding.ts';
import type { Step } from './step.ts';
import { originOf } from './step-paths.ts';
import { hashOfBytes, isMissing } from './trees.ts';

export interface Plan {
  readonly steps: readonly Step[];
  /** The new content of files, by the index of the step. */
  readonly contents: ReadonlyMap<number, Buffer>;
}

/** The steps of a change, which changes nothing yet. Refuses what cannot be done. */
export async function planChange(
  change: WorkspaceChange,
  folders: readonly string[],
  id: string,
): Promise<Plan> {
  const planner = new Planner(folders, id);
  for (const [path, edits] of editsByFile(change.edits, folders)) await planner.edit(path, edits);
  for (const operation of change.operations) planner.operate(operation);
  return planner;
}

/** A file may be named by several paths. The same edits of it count once. */
function editsByFile(edits: readonly FileEdits[], folders: readonly string[]): Map<string, FileEdits[]> {
  const files = new Map<string, FileEdits[]>();
  for (const each of edits) {
    const path = editablePath(each.path, folders);
    const others = files.get(path) ?? [];
    const isKnown = others.some((other) => JSON.stringify(other.edits) === JSON.stringify(each.edits));
    files.set(path, isKnown ? others : [...others, each]);
  }
  return files;
}

class Planner implements Plan {
  readonly steps: Step[] = [];
  readonly contents = new Map<number, Buffer>();
  readonly #folders: readonly string[];
  readonly #id: string;
  readonly #targets = new Set<string>();

  constructor(folders: readonly string[], id: string) {
    this.#folders = folders;
    this.#id = id;
  }

  async edit(path: string, edits: readonly FileEdits[]): Promise<void> {
    const bytes = await readPlanned(path);
    const decoded = decodeText(path, bytes);
    const found = hashOf(decoded.text);
    if (edits.some(({ basis }) => basis !== found)) throw changedFile(path);
    const all = edits.flatMap((each) => each.edits);
    const content = encodeText({ ...decoded, text: applyTextEdits(decoded.text, all) });
    if (content.equals(bytes)) return;
    const [before, after] = [hashOfBytes(bytes), hashOfBytes(content)];
    const inPlace = !(await canBeReplaced(path));
    const names = { staged: this.#temporary(path, 'new'), kept: this.#temporary(path, 'old') };
    this.#add({ kind: 'write', path, before, after, ...names, inPlace }, content);
  }

  operate(operation: FileOperation): void {
    if (operation.kind === 'create') this.#create(operation.path, operation.text);
    else if (operation.kind === 'rename') this.#rename(operation.from, operation.to, operation.overwrite);
    else this.#remove(this.#existing(operation.path));
  }

  #create(given: string, text: string): void {
    const path = this.#target(given);
    if (this.#kindAt(path)) throw existingTarget(path);
    this.#makeParents(path);
    const content = Buffer.from(text);
    const staged = this.#temporary(path, 'new');
    this.#add({ kind: 'create', path, after: hashOfBytes(content), staged }, content);
  }

  #rename(givenFrom: string, givenTo: string, overwrite: boolean): void {
    const from = this.#existing(givenFrom);
    const to = this.#target(givenTo);
    if (from !== to && isInside(from, to))
      throw coreErrors.fail('E_INVALID_PARAMS', `${from} cannot be moved into itself, to ${to}.`);
    const replaced = from !== to && this.#isSameEntry(from, to) ? undefined : this.#kindAt(to);
    if (replaced) {
      const isFileOverFile = replaced === 'file' && this.#kindAt(from) === 'file' && from !== to;
      if (!overwrite || !isFileOverFile) throw existingTarget(to);
      this.#remove(to);
    }
    this.#makeParents(to);
    const [staged, kept] = [this.#temporary(to, 'new'), this.#temporary(from, 'old')];
    this.#add({ kind: 'move', from, to, staged, kept });
  }

  #remove(path: string): void {
    this.#add({ kind: 'remove', path, kept: this.#temporary(path, 'old') });
  }

  #existing(given: string): string {
    const path = entryPath(given, this.#folders);
    if (this.#kindAt(path)) return path;
    throw editorErrors.fail('E_FILE_NOT_FOUND', `${path} does not exist.`, { details: { path } });
  }

  #target(given: string): string {
    const path = entryPath(given, this.#folders);
    if (this.#targets.has(path))
      throw editorErrors.fail('E_CONFLICT', `${path} is the target of several operations.`, {
        hint: 'Give each file a name of its own.',
      });
    this.#targets.add(path);
    return path;
  }

  #makeParents(path: string): void {
    const parent = dirname(path);
    const kind = this.#kindAt(parent);
    if (kind === 'folder') return;
    if (kind === 'file') throw editorErrors.fail('E_CONFLICT', `${parent} is a file, not a folder.`);
    this.#makeParents(parent);
    this.#add({ kind: 'folder', path: parent });
  }

  /** What is at a path after the steps that are planned so far. */
  #kindAt(path: string): 'file' | 'folder' | undefined {
    const origin = originOf(path, this.steps);
    if (typeof origin !== 'object') return origin;
    const found = entryAt(origin.path);
    return found && (found.isDirectory() ? 'folder' : 'file');
  }

  /** Whether two spellings name one entry of a folder, as on a file system that ignores case. */
  #isSameEntry(from: string, to: string): boolean {
    const [left, right] = [originOf(from, this.steps), originOf(to, this.steps)];
    if (typeof left !== 'object' || typeof right !== 'object') return false;
    const [a, b] = [entryAt(left.path), entryAt(right.path)];
    if (!a || !b || a.ino !== b.ino || a.dev !== b.dev) return false;
    return !readdirSync(dirname(right.path)).includes(basename(right.path));
  }

  #temporary(path: string, what: 'new' | 'old'): string {
    return join(dirname(path), `.molehill-${this.#id}-${this.steps.length}.${what}.tmp`);
  }

  #add(step: Step, content?: Buffer): void {
    if (content) this.contents.set(this.steps.length, content);
    this.steps.push(step);
  }
}

function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readPlanned(path: string): Promise<Buffer> {
  try {
    if (!(await stat(path)).isFile()) throw changedFile(path);
    return await readFile(path);
  } catch (error) {
    throw isMissing(error) ? changedFile(path) : error;
  }
}

/** A new file in its place has one link, and an owner that this user can give it. */
async function canBeReplaced(path: string): Promise<boolean> {
  const { nlink, uid, gid } = await stat(path);
  const me = process.geteuid?.();
  const keepsOwner = me === undefined || me === 0 || (uid === me && process.getgroups?.().includes(gid));
  return nlink === 1 && keepsOwner === true;
}
