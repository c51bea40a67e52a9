import { dirname } from 'node:path';
import type { MovedModules } from './moved-modules.ts';
import type { ParsedFile, PythonSyntax, UnreadFile } from './syntax.ts';

/** A line, from 1, of a file. */
export interface Place {
  readonly path: string;
  readonly line: number;
}

export interface NotesInput {
  readonly syntax: PythonSyntax;
  readonly parsed: readonly ParsedFile[];
  readonly unread: readonly UnreadFile[];
  readonly unplaced: readonly Place[];
  /** Files that move. */
  readonly moved: readonly string[];
  readonly modules: MovedModules;
  readonly shown: (path: string) => string;
}

const MOST_PLACES = 5;

/** What the edits leave to the caller. */
export function notesOf(input: NotesInput): readonly string[] {
  const { unread, unplaced, shown } = input;
  const problems = unread.map(({ path, problem }) => `${shown(path)} (${problem})`);
  const texts = [...new Set(namesInTexts(input).map((place) => placeText(place, shown)))];
  return [
    ...(unread.length === 0
      ? []
      : [`Imports in files that Python cannot parse were not updated: ${listed(problems)}.`]),
    ...(unplaced.length === 0
      ? []
      : [`Uses in f-strings were not updated: ${listed(unplaced.map((place) => placeText(place, shown)))}.`]),
    ...(texts.length === 0
      ? []
      : [
          `Strings and settings that name a moved module were not changed (${texts.length}): ${listed(texts)}.`,
        ]),
    ...exportedNotes(input),
    ...initNotes(input),
  ];
}

function placeText({ path, line }: Place, shown: (path: string) => string): string {
  return `${shown(path)}:${line}`;
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_PLACES;
  return texts.slice(0, MOST_PLACES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Such as the targets of `importlib.import_module` and `mock.patch`, and entry points. */
function namesInTexts({ syntax, parsed, modules }: NotesInput): readonly Place[] {
  const isMoved = (name: string, file: string) => {
    const resolved = modules.before.resolve(name.split('.'), file);
    return resolved?.modules.some((module) => modules.moduleAfter(module) !== module) ?? false;
  };
  const strings = parsed.flatMap(({ path, strings }) =>
    strings.map(([line, name]) => ({ path, line, name })),
  );
  const settings = syntax.settings.map(([path, line, name]) => ({ path, line, name }));
  return [...strings, ...settings].filter(({ path, name }) => isMoved(name, path));
}

/** A star import of a package imports the modules that its `__all__` names. */
function exportedNotes({ parsed, moved, modules, shown }: NotesInput): readonly string[] {
  const names = new Map(parsed.map((file) => [file.path, file]));
  return moved.flatMap((path) => {
    const folder = dirname(path);
    const file = names.get(modules.before.fileOf(folder) ?? '');
    const name = path.slice(folder.length + 1).replace(/\.pyi?$/, '');
    if (!file?.exported?.includes(name) || modules.fileAfter(file.path) !== file.path) return [];
    const isBound =
      file.topNames.includes(name) ||
      file.imports.some(({ names: list }) => list.some((one) => (one.alias ?? one.name) === name));
    return isBound ? [] : [`__all__ of ${shown(file.path)} still names ${name}, which is no longer there.`];
  });
}

/** Python imports from such folders, but tools that build packages may leave them out. */
function initNotes({ moved, modules, shown }: NotesInput): readonly string[] {
  const { before, after } = modules;
  const left = moved.filter((path) => !before.isInPackageWithoutInit(dirname(path)));
  const folders = new Set(left.map((path) => dirname(modules.fileAfter(path))));
  const without = [...folders].filter(
    (folder) => after.isInPackageWithoutInit(folder) && !before.isPackage(folder),
  );
  if (without.length === 0) return [];
  return [
    `${listed(without.map(shown))} has no __init__.py: Python imports from it, but some tools need the file.`,
  ];
}
