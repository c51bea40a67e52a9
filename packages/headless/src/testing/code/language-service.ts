import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What the tests use of the JavaScript API of TypeScript 5. */
export interface TextSpan {
  readonly start: number;
  readonly length: number;
}

export interface RenameLocation {
  readonly fileName: string;
  readonly textSpan: TextSpan;
  readonly prefixText?: string;
  readonly suffixText?: string;
}

export interface NavigationTree {
  readonly text: string;
  readonly kind: string;
  /** Words such as `export`, separated by commas. */
  readonly kindModifiers: string;
  readonly nameSpan?: TextSpan;
  readonly childItems?: readonly NavigationTree[];
}

export interface LanguageService {
  getNavigationTree(file: string): NavigationTree;
  getRenameInfo(file: string, position: number, preferences: Preferences): { readonly canRename: boolean };
  findRenameLocations(
    file: string,
    position: number,
    inStrings: boolean,
    inComments: boolean,
    preferences: Preferences,
  ): readonly RenameLocation[] | undefined;
}

interface Preferences {
  readonly providePrefixAndSuffixTextForRename: boolean;
}

interface Settings {
  readonly options: object;
  readonly fileNames: readonly string[];
}

interface Api {
  readonly sys: Readonly<
    Record<
      'fileExists' | 'readFile' | 'readDirectory' | 'directoryExists' | 'getDirectories',
      (...args: never[]) => unknown
    >
  >;
  readonly ScriptSnapshot: { fromString(text: string): object };
  getDefaultLibFilePath(options: object): string;
  getParsedCommandLineOfConfigFile(file: string, options: object, host: object): Settings | undefined;
  createLanguageService(host: object): LanguageService;
}

export interface ServiceProject {
  readonly service: LanguageService;
  readonly files: readonly string[];
}

/** The language service of the TypeScript in these node_modules, on a project that does not change. */
export function openLanguageService(nodeModules: string, folder: string): ServiceProject {
  const api: Api = createRequire(join(nodeModules, 'index.js'))('typescript');
  const settings = api.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, api.sys);
  if (!settings) throw new Error(`${folder} has no tsconfig.json`);
  const { fileExists, readFile, readDirectory, directoryExists, getDirectories } = api.sys;
  const service = api.createLanguageService({
    getCompilationSettings: () => settings.options,
    getScriptFileNames: () => settings.fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file: string) => api.ScriptSnapshot.fromString(readFileSync(file, 'utf8')),
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: api.getDefaultLibFilePath,
    fileExists,
    readFile,
    readDirectory,
    directoryExists,
    getDirectories,
  });
  return { service, files: settings.fileNames };
}
