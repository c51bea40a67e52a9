import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Env, ToolLocation } from './machine-tool.ts';

const USER_FOLDERS = [
  '.vscode',
  '.vscode-insiders',
  '.vscode-oss',
  '.vscode-server',
  '.vscode-server-insiders',
  '.vscode-remote',
];

const INSTALLATIONS = [
  '/usr/share/code/resources/app',
  '/usr/share/code-insiders/resources/app',
  '/snap/code/current/usr/share/code/resources/app',
  '/Applications/Visual Studio Code.app/Contents/Resources/app',
  '/Applications/Visual Studio Code - Insiders.app/Contents/Resources/app',
];

interface Extension {
  readonly folder: string;
  readonly version: readonly number[];
}

/** The newest installed VS Code extension that has the file. */
export function fileOfExtension(id: string, files: readonly string[], env: Env): ToolLocation | undefined {
  const extensions = extensionFolders(env).flatMap((parent) => extensionsIn(parent, id));
  for (const { folder, version } of extensions.sort(newestFirst)) {
    const path = files.map((file) => join(folder, file)).find((file) => existsSync(file));
    if (path === undefined) continue;
    return { path, source: 'vscode', ...(version.length > 0 ? { version: version.join('.') } : {}) };
  }
  return undefined;
}

function extensionFolders(env: Env): string[] {
  const home = env.HOME || env.USERPROFILE || homedir();
  const local = env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, 'Programs/Microsoft VS Code/resources/app')] : [];
  return [
    ...(env.VSCODE_EXTENSIONS ? [env.VSCODE_EXTENSIONS] : []),
    ...USER_FOLDERS.map((name) => join(home, name, 'extensions')),
    ...[...INSTALLATIONS, ...local].map((app) => join(app, 'extensions')),
  ];
}

/** Folders are named `<publisher>.<name>-<version>[-<platform>]`; those of the installation have no version. */
function extensionsIn(parent: string, id: string): Extension[] {
  return names(parent).flatMap((name) => {
    const rest = name.toLowerCase().startsWith(id.toLowerCase()) ? name.slice(id.length) : undefined;
    const version = rest === undefined ? undefined : /^(?:-(\d+(?:\.\d+)*)(?:-[\w-]+)?)?$/.exec(rest);
    if (!version) return [];
    return [{ folder: join(parent, name), version: version[1]?.split('.').map(Number) ?? [] }];
  });
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function newestFirst(a: Extension, b: Extension): number {
  const length = Math.max(a.version.length, b.version.length);
  for (let index = 0; index < length; index++) {
    const difference = (b.version[index] ?? -1) - (a.version[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
