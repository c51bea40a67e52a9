import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Log } from '@molehill/core/log';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { hashOf } from '@molehill/editor/edits/text';
import type { FileEdits, FileOperation, WorkspaceChange } from '@molehill/editor/workspace-change';
import { type HeadlessWorkspace, openWorkspace } from '../../workspace.ts';

export interface LogEntry {
  readonly message: string;
  readonly [field: string]: unknown;
}

export interface TestWorkspace {
  readonly folder: string;
  readonly stateRoot: string;
  readonly workspace: HeadlessWorkspace;
  readonly logged: readonly LogEntry[];
  at(name: string): string;
  tree(): Readonly<Record<string, string>>;
  apply(edits: readonly FileEdits[], operations?: readonly FileOperation[]): Promise<unknown>;
}

export const saving = { signal: new AbortController().signal, save: true, dirty: 'refuse' } as const;

/** A real folder with these files. */
export function testWorkspace(
  files: Readonly<Record<string, string | Buffer>>,
  folder = realpathSync.native(tempFolder()),
  stateRoot = tempFolder(),
): TestWorkspace {
  writeFiles(folder, files);
  const logged: LogEntry[] = [];
  const add = (fields: object, message: string) => void logged.push({ ...fields, message });
  const log: Log = { debug: add, info: add, warn: add, error: add };
  const workspace = openWorkspace({ folders: [folder], stateRoot, log });
  return {
    folder,
    stateRoot,
    workspace,
    logged,
    at: (name) => join(folder, name),
    tree: () => treeOf(folder),
    apply: (edits, operations = []) => workspace.apply({ edits, operations }, saving),
  };
}

function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Replaces a text that occurs once, planned on the present content of the file. */
export function replaceText(path: string, old: string, newText: string): FileEdits {
  const text = readFileSync(path, 'utf8');
  const before = text.slice(0, text.indexOf(old)).split('\n');
  const line = before.length - 1;
  const character = before.at(-1)?.length ?? 0;
  const range = { start: { line, character }, end: { line, character: character + old.length } };
  return { path, edits: [{ range, newText }], basis: hashOf(text) };
}

export const change = (
  edits: readonly FileEdits[],
  operations: readonly FileOperation[] = [],
): WorkspaceChange => ({
  edits,
  operations,
});

/** Everything in a folder: mode and content of files, mode of folders, target of links. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(entries.map((name) => [relative('.', name), shown(join(folder, name))]));
}

function shown(path: string): string {
  const found = lstatSync(path);
  const mode = (found.mode & 0o7777).toString(8);
  if (found.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  return found.isDirectory() ? `${mode} /` : `${mode} ${readFileSync(path, 'latin1')}`;
}
