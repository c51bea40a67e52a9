import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import * as z from 'zod';

const manifestSchema = z.looseObject({
  scripts: z.record(z.string(), z.string()).catch({}).default({}),
  dependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
  jest: z.unknown().optional(),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  version: z.string().optional().catch(undefined),
});

export type Manifest = z.output<typeof manifestSchema>;

/** A `package.json`; undefined where there is none that can be read. */
export function readManifest(folder: string): Manifest | undefined {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

export function dependsOn({ dependencies, devDependencies }: Manifest, name: string): boolean {
  return name in dependencies || name in devDependencies;
}

/** The folder of a file and those above it, up to the workspace folder that contains it. */
export function foldersAbove(path: string, workspaceFolders: readonly string[]): string[] {
  const top = workspaceFolders
    .filter((folder) => isInside(folder, path))
    .toSorted((a, b) => b.length - a.length)[0];
  const folders: string[] = [];
  for (let folder = dirname(path); top !== undefined && isInside(top, folder); folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
  }
  return folders;
}

export function hasFile(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}

export function hasFileLike(folder: string, pattern: RegExp): boolean {
  try {
    return readdirSync(folder).some((name) => pattern.test(name));
  } catch {
    return false;
  }
}

export interface Installed {
  readonly script: string;
  readonly version: string;
}

/** The program of an npm package as `node` would resolve it from a folder. */
export function installedProgram(root: string, name: string): Installed | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', name);
    const manifest = readManifest(home);
    const bin = typeof manifest?.bin === 'string' ? manifest.bin : manifest?.bin?.[name];
    if (bin) return { script: join(home, bin), version: manifest?.version ?? '' };
    if (folder === dirname(folder)) return undefined;
  }
}
