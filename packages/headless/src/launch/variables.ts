import { homedir } from 'node:os';
import { basename, dirname, extname, relative, sep } from 'node:path';
import { isRecord } from '@molehill/core/record';
import { editorErrors } from '@molehill/editor/errors';
import type { Env } from '../machine-tools/machine-tool.ts';

/** What variables of launch.json and tasks.json stand for. */
export interface VariableContext {
  /** The folder of the configuration. */
  readonly folder: string;
  /** Folders by name, for `${workspaceFolder:name}`. */
  readonly folders: ReadonlyMap<string, string>;
  /** For `${file}` and those derived from it. */
  readonly file?: string | undefined;
  readonly env: Env;
  /** For `${config:name}`. */
  setting(name: string): unknown;
}

const VARIABLE = /\$\{([^{}]+)\}/g;

/** Only a person can answer these. */
const ASKED = /\$\{((?:input|command):[^{}]+)\}/g;

/** The `input:` and `command:` variables in any text of the value. */
export function askedVariables(value: unknown): string[] {
  const found = textsIn(value).flatMap((text) => [...text.matchAll(ASKED)].map(([, name]) => name ?? ''));
  return [...new Set(found)];
}

/** Replaces the variables in all texts of a value. Unknown ones stay: some adapters have their own. */
export function substitute<T>(value: T, context: VariableContext): T;
export function substitute(value: unknown, context: VariableContext): unknown {
  if (typeof value === 'string')
    return value.replace(VARIABLE, (whole, name: string) => variable(name, context) ?? whole);
  if (Array.isArray(value)) return value.map((item: unknown) => substitute(item, context));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, context)]));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

function variable(name: string, context: VariableContext): string | undefined {
  const colon = name.indexOf(':');
  if (colon > 0) return withArgument(name.slice(0, colon), name.slice(colon + 1), context);
  return plain[name]?.(context) ?? fileVariable(name, context);
}

const plain: Readonly<Record<string, (context: VariableContext) => string>> = {
  workspaceFolder: ({ folder }) => folder,
  workspaceRoot: ({ folder }) => folder,
  workspaceFolderBasename: ({ folder }) => basename(folder),
  cwd: ({ folder }) => folder,
  userHome: ({ env }) => env.HOME || homedir(),
  execPath: () => process.execPath,
  pathSeparator: () => sep,
  '/': () => sep,
};

function withArgument(name: string, argument: string, context: VariableContext): string | undefined {
  if (name === 'env') return context.env[argument] ?? '';
  if (name === 'workspaceFolder') return folderNamed(argument, context);
  if (name !== 'config') return undefined;
  const value = context.setting(argument);
  if (value !== undefined && !isRecord(value)) return String(value);
  throw editorErrors.fail(
    'E_LAUNCH_FAILED',
    `.vscode/settings.json has no value for \${config:${argument}}.`,
  );
}

function folderNamed(name: string, { folders }: VariableContext): string {
  const folder = folders.get(name);
  if (folder !== undefined) return folder;
  const names = [...folders.keys()].join(', ');
  throw editorErrors.fail(
    'E_LAUNCH_FAILED',
    `\${workspaceFolder:${name}} names no folder of the workspace. Its folders: ${names}.`,
  );
}

const ofFile: Readonly<Record<string, (file: string, folder: string) => string>> = {
  file: (file) => file,
  fileWorkspaceFolder: (_, folder) => folder,
  fileWorkspaceFolderBasename: (_, folder) => basename(folder),
  relativeFile: (file, folder) => relative(folder, file),
  relativeFileDirname: (file, folder) => relative(folder, dirname(file)) || '.',
  fileBasename: (file) => basename(file),
  fileBasenameNoExtension: (file) => basename(file, extname(file)),
  fileExtname: (file) => extname(file),
  fileDirname: (file) => dirname(file),
  fileDirnameBasename: (file) => basename(dirname(file)),
};

function fileVariable(name: string, { file, folder }: VariableContext): string | undefined {
  const derive = ofFile[name];
  if (!derive) return undefined;
  if (file !== undefined) return derive(file, folder);
  throw editorErrors.fail('E_LAUNCH_FAILED', `The configuration uses \${${name}}, and no file was given.`, {
    hint: 'Pass the configuration in {param:config} with the file instead of the variable.',
  });
}
