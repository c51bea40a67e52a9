import { existsSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { TextLines } from '@molehill/editor/code/position';
import { hashOf } from '@molehill/editor/edits/text';
import type { FileMove } from '@molehill/editor/language-host';
import type { FileEdits, WorkspaceChange } from '@molehill/editor/workspace-change';
import type { TextEdit } from 'vscode-languageserver-types';
import { readTextFile } from '../text-file.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;
/** `import('./a')`, `from './a'`, `require('./a')` and `declare module './a'`, in one line. */
const SPECIFIER =
  /\b(?:from|import|require|module)\s*\(?\s*(?<quote>['"])(?<path>\.\.?\/[^'"\r\n]*)\k<quote>/dg;

/**
 * Adds the imports that TypeScript's server left as they were: it plans none for a module that another file augments by
 * `declare module`. Only relative ones, and none in a line that the server edits.
 */
export async function withLeftImports(
  change: WorkspaceChange,
  moves: readonly FileMove[],
  files: Iterable<string>,
): Promise<WorkspaceChange> {
  const names = [...new Set(moves.map(({ from }) => nameOf(from)))];
  const planned = new Map(change.edits.map((file) => [file.path, file]));
  for (const path of files) {
    if (!SOURCE.test(path)) continue;
    const text = await readTextFile(path).catch(() => '');
    if (placeAfter(path, moves) === path && !names.some((name) => text.includes(name))) continue;
    const known = planned.get(path)?.edits ?? [];
    const left = leftIn(path, text, moves, known);
    if (left.length > 0) planned.set(path, fileEdits(path, text, [...known, ...left]));
  }
  return { ...change, edits: [...planned.values()] };
}

function fileEdits(path: string, text: string, edits: readonly TextEdit[]): FileEdits {
  return { path, edits, basis: hashOf(text) };
}

function leftIn(
  path: string,
  text: string,
  moves: readonly FileMove[],
  known: readonly TextEdit[],
): readonly TextEdit[] {
  const lines = new TextLines(text);
  const importer = placeAfter(path, moves);
  return [...text.matchAll(SPECIFIER)].flatMap(({ groups, indices }) => {
    const [from = 0, to = 0] = indices?.groups?.path ?? [];
    const now = resolve(dirname(path), groups?.path ?? '');
    const target = targetAfter(now, moves) ?? (importer !== path && isThere(now) ? now : undefined);
    if (target === undefined) return [];
    const range = { start: lines.positionAt(from), end: lines.positionAt(to) };
    const isKnown = known.some((edit) => edit.range.start.line === range.start.line);
    const newText = specifierOf(importer, target);
    return isKnown || newText === groups?.path ? [] : [{ range, newText }];
  });
}

/** What an import of this path names after the moves; undefined where it names nothing that moves. */
function targetAfter(target: string, moves: readonly FileMove[]): string | undefined {
  for (const { from, to } of moves) {
    const isFile = SOURCE.test(from);
    if (!isFile && isInside(from, target)) return resolve(to, relative(from, target));
    if (isFile && stemPath(target) === stemPath(from))
      return stemPath(to) + target.slice(stemPath(target).length);
    if (isFile && join(target, 'index') === stemPath(from) && !isModule(target))
      return basename(stemPath(to)) === 'index' ? dirname(to) : stemPath(to);
  }
  return undefined;
}

function isThere(path: string): boolean {
  return isModule(stemPath(path)) || existsSync(path);
}

/** A file of this name is found before a folder. */
function isModule(path: string): boolean {
  return ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts'].some((extension) =>
    existsSync(path + extension),
  );
}

function placeAfter(path: string, moves: readonly FileMove[]): string {
  const move = moves.find(({ from }) => isInside(from, path));
  return move ? resolve(move.to, relative(move.from, path)) : path;
}

function specifierOf(importer: string, target: string): string {
  const specifier = relative(dirname(importer), target).split(sep).join(posix.sep);
  return specifier.startsWith('.') ? specifier : `./${specifier}`;
}

function stemPath(path: string): string {
  return path.replace(SOURCE, '');
}

/** What every import of a file contains. */
function nameOf(path: string): string {
  const stem = stemPath(path);
  return basename(basename(stem) === 'index' ? dirname(stem) : stem);
}
