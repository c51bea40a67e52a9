import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ConfigFormat, ConfigSource } from './upstream-config.ts';

export interface PlacesOptions {
  readonly directory: string;
  readonly home: string;
  readonly stateRoot: string;
}

/** A file that may define servers. */
export interface ConfigPlace extends ConfigSource {
  /** The workspace folder of the file: relative paths start here, and programs run here. */
  readonly folder: string;
}

/** In order of precedence within one folder. */
const projectFiles: readonly { readonly path: string; readonly format: ConfigFormat }[] = [
  { path: join('.molehill', 'mcp.json'), format: 'molehill' },
  { path: join('.dispatch', 'mcp.json'), format: 'dispatch' },
  { path: 'opencode.json', format: 'opencode' },
  { path: 'opencode.jsonc', format: 'opencode' },
  { path: '.mcp.json', format: 'mcp' },
  { path: join('.vscode', 'mcp.json'), format: 'vscode' },
  { path: join('.cursor', 'mcp.json'), format: 'cursor' },
];

export const userFile = (stateRoot: string) => join(stateRoot, 'mcp.json');
export const projectFile = (directory: string) => join(directory, '.molehill', 'mcp.json');

/** Nearest first. User files of other clients are not read. */
export function configPlaces({ directory, home, stateRoot }: PlacesOptions): readonly ConfigPlace[] {
  const start = realOrGiven(directory);
  const inProject = projectFolders(start, realOrGiven(home)).flatMap((folder) =>
    projectFiles.map(({ path, format }) => ({
      file: join(folder, path),
      format,
      scope: 'project' as const,
      folder,
    })),
  );
  return [...inProject, { file: userFile(stateRoot), format: 'user', scope: 'user', folder: start }];
}

/**
 * The folders up to the root of the repository; without one, up to but not including the home folder. Outside the home
 * folder only the folder itself, because anyone may have created files above it.
 */
function projectFolders(start: string, home: string): readonly string[] {
  const upwards = ancestors(start);
  const belowHome = upwards.slice(0, Math.max(1, upwards.indexOf(home)));
  const bounded = upwards.includes(home) ? belowHome : upwards;
  const root = bounded.findIndex((folder) => existsSync(join(folder, '.git')));
  if (root >= 0) return bounded.slice(0, root + 1);
  return upwards.includes(home) ? bounded : [start];
}

function ancestors(start: string): readonly string[] {
  const above = dirname(start);
  return above === start ? [start] : [start, ...ancestors(above)];
}

export function realOrGiven(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

const IN_OWN_FOLDER: readonly ConfigFormat[] = ['molehill', 'dispatch', 'vscode', 'cursor'];

/** The workspace folder of a project file. Approvals and pins are stored for it and valid in all folders below. */
export function ownerOf({ file, format }: ConfigSource): string {
  const folder = dirname(file);
  return IN_OWN_FOLDER.includes(format) ? dirname(folder) : folder;
}

/** The root of the repository that contains a folder, or the folder itself. */
export function repositoryOf(folder: string): string {
  return ancestors(folder).find((each) => existsSync(join(each, '.git'))) ?? folder;
}
