import { basename, dirname, join, relative, sep } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import type { FileMove } from '@molehill/editor/language-host';

const EXTENSION = /\.pyi?$/;
export const isPython = (path: string): boolean => EXTENSION.test(path);

/** The path after all moves. */
export function pathAfterMoves(path: string, moves: readonly FileMove[]): string {
  const move = moves.find(({ from }) => isInside(from, path));
  return move ? join(move.to, relative(move.from, path)) : path;
}

/** A module is identified by its path without extension; a package by its folder. */
export function moduleOf(file: string): string {
  const path = file.replace(EXTENSION, '');
  return basename(path) === '__init__' ? dirname(path) : path;
}

/** The names below a folder; undefined outside of it. */
export function partsBelow(folder: string, path: string): readonly string[] | undefined {
  if (folder === path || !isInside(folder, path)) return undefined;
  return relative(folder, path).split(sep);
}
