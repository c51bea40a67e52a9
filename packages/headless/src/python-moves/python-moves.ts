import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import type { FileMove, MovePlan } from '@molehill/editor/language-host';
import type { FileEdits } from '@molehill/editor/workspace-change';
import type { TextEdit } from 'vscode-languageserver-types';
import { SKIPPED } from '../lsp/file-tree.ts';
import { ImportTargets } from './import-targets.ts';
import { ModuleTree } from './module-tree.ts';
import { MovedModules } from './moved-modules.ts';
import { isPython, moduleOf, partsBelow, pathAfterMoves } from './moved-paths.ts';
import { notesOf, type Place } from './notes.ts';
import { planFrom } from './plan-from.ts';
import { movedName, planImport } from './plan-import.ts';
import { planUses } from './plan-uses.ts';
import { type InterpreterOptions, readSyntax } from './read-syntax.ts';
import type { ParsedFile, PythonSyntax, SyntaxRequest, UnreadFile } from './syntax.ts';
import { insertBefore } from './text-edits.ts';

export interface PythonMoveOptions extends InterpreterOptions {
  readonly folders: readonly string[];
}

/**
 * The edits of imports, and of uses that begin with the name of a module, when Python modules and packages move.
 * basedpyright 1.40.1 plans only moves within one folder, and analyses the whole workspace for each. Strings stay, and
 * no `__init__.py` is created: Python imports from folders without one. E_NO_LANGUAGE_SERVER without an interpreter,
 * E_INVALID_PATH and E_CONFLICT where an import cannot be written after the move.
 */
export async function planPythonMoves(
  moves: readonly FileMove[],
  { folders, ...options }: PythonMoveOptions,
): Promise<MovePlan> {
  const folder = folders.find((candidate) => moves.some(({ from }) => isInside(candidate, from)));
  const request = requestOf(moves, folders);
  const syntax = await readSyntax(request, folder ?? folders[0] ?? '', options);
  const parsed = syntax.syntax.filter((file): file is ParsedFile => 'hash' in file);
  const unread = syntax.syntax.filter((file): file is UnreadFile => 'problem' in file);
  const modules = modulesOf(syntax, moves, folders);
  const targets = new ImportTargets(modules.before, new Map(parsed.map((file) => [file.path, file])));
  const plans = parsed.map((file) => planFile(file, targets, modules));
  const unplaced = plans.flatMap((plan) => plan.unplaced);
  const moved = syntax.files.filter((path) => modules.fileAfter(path) !== path);
  const shown = (path: string) => shownIn(path, folders);
  return {
    edits: plans.flatMap(({ edits }) => (edits.edits.length === 0 ? [] : [edits])),
    operations: [],
    notes: notesOf({ syntax, parsed, unread, unplaced, moved, modules, shown }),
  };
}

function requestOf(moves: readonly FileMove[], folders: readonly string[]): SyntaxRequest {
  const modules = [...new Set(moves.map(({ from }) => basename(moduleOf(from))))];
  const targets = moves.flatMap(({ to }) => {
    const folder = folders.find((candidate) => isInside(candidate, to));
    return folder === undefined ? [] : (partsBelow(folder, moduleOf(to)) ?? []);
  });
  const names = [...new Set([...modules, ...targets])];
  return { folders, skipped: [...SKIPPED], moved: moves.map(({ from }) => from), modules, names };
}

function modulesOf(
  { files, roots }: PythonSyntax,
  moves: readonly FileMove[],
  folders: readonly string[],
): MovedModules {
  const sources = folders.map((folder) => join(folder, 'src')).filter((folder) => existsSync(folder));
  const configured = [...new Set([...folders, ...sources, ...roots])];
  const search = { folders, configured };
  const replaced = new Set(moves.map(({ to }) => to));
  const stay = files.filter((file) => !replaced.has(file) || pathAfterMoves(file, moves) !== file);
  const after = stay.map((file) => pathAfterMoves(file, moves)).filter(isPython);
  return new MovedModules(new ModuleTree(files, search), new ModuleTree(after, search), moves);
}

interface FilePlan {
  readonly edits: FileEdits;
  readonly unplaced: readonly Place[];
}

function planFile(file: ParsedFile, targets: ImportTargets, modules: MovedModules): FilePlan {
  const { path, hash } = file;
  const uses = planUses(file, targets, modules);
  const edits = file.imports.flatMap((statement): readonly TextEdit[] => {
    const added = [...(uses.added.get(statement) ?? [])].map((name) =>
      insertBefore(statement, `import ${name}`),
    );
    if (statement.isFrom) return [...added, ...planFrom(statement, path, targets, modules)];
    const names = statement.names.flatMap((imported) => {
      const moved = movedName(imported, path, targets, modules);
      return moved === undefined ? [] : planImport(imported, moved, uses.needed.get(imported) ?? []);
    });
    return [...added, ...names];
  });
  return {
    edits: { path, edits: [...edits, ...uses.edits], basis: hash },
    unplaced: uses.unplaced.map((line) => ({ path, line })),
  };
}

function shownIn(path: string, folders: readonly string[]): string {
  const folder = folders.find((candidate) => isInside(candidate, path));
  return folder === undefined ? path : relative(folder, path);
}
