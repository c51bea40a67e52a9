import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { editorErrors } from '../errors.ts';
import type { DebugConfiguration } from '../host.ts';
import { findBuiltFile } from './built-file.ts';
import { findUpwards, type ProgramFile } from './folders.ts';
import { nodeConfiguration, projectNode } from './node.ts';

/** By a built file with a source map, else by Node's type stripping, else by tsx. */
export async function typescriptConfiguration(file: ProgramFile): Promise<DebugConfiguration> {
  const built = await findBuiltFile(file);
  if (built.state === 'current')
    return nodeConfiguration(file, { program: built.path, outFiles: built.outFiles, sourceMaps: true });
  const version = await nodeVersion(file);
  const flags = strippingFlags(version);
  const tsx = findUpwards(file, 'node_modules/tsx');
  const canStrip = flags !== undefined && isStrippable(file.path, await readFile(file.path, 'utf8'));
  if (canStrip || (flags && !tsx && isModule(file.path)))
    return nodeConfiguration(file, { runtimeArgs: flags });
  if (tsx) return nodeConfiguration(file, { runtimeArgs: ['--import', loaderOf(tsx)] });
  throw cannotRun(file, version, built.state === 'stale' ? built.path : undefined);
}

async function nodeVersion(file: ProgramFile): Promise<string> {
  const node = projectNode(file) ?? 'node';
  const answer = promisify(execFile)(node, ['--version'], { env: { ...file.env }, timeout: 10_000 });
  return await answer.then(
    ({ stdout }) => stdout.trim().replace(/^v/, ''),
    () => process.versions.node,
  );
}

/** What makes this Node run TypeScript; undefined where it cannot. */
function strippingFlags(version: string): string[] | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)) return [];
  const isExperimental = major === 23 || (major === 22 && minor >= 6);
  return isExperimental ? ['--experimental-strip-types'] : undefined;
}

/** JSX is never stripped. */
function isModule(path: string): boolean {
  return ['.ts', '.mts', '.cts'].includes(extname(path));
}

const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]*)['"]/g;
/** Syntax that is more than types. */
const NOT_ERASABLE =
  /^\s*(?:export\s+)?(?:const\s+)?enum\s|^\s*(?:export\s+)?namespace\s+\w|\(\s*(?:private|public|protected|readonly)\s/m;

/** Node needs the real file names in imports, and removes types only. */
function isStrippable(path: string, text: string): boolean {
  if (!isModule(path) || NOT_ERASABLE.test(text)) return false;
  const imports = [...text.matchAll(RELATIVE_IMPORT)].map(([, name]) => resolve(dirname(path), name ?? ''));
  return imports.every((imported) => extname(imported) !== '' && existsSync(imported));
}

function loaderOf(tsx: string): string {
  const loader = join(tsx, 'dist', 'loader.mjs');
  return existsSync(loader) ? pathToFileURL(loader).href : 'tsx';
}

function cannotRun({ path, folder }: ProgramFile, version: string, stale: string | undefined) {
  const shown = relative(folder, path);
  const built = stale
    ? `the built ${relative(folder, stale)} is older than it`
    : 'there is no built file with a source map';
  return editorErrors.fail(
    'E_LAUNCH_FAILED',
    `${shown} cannot be run: ${built}, Node.js ${version} cannot run this TypeScript itself, and the project has no tsx.`,
    {
      hint: 'Build it with source maps (tsc --sourceMap), or run npm install --save-dev tsx, then start again.',
    },
  );
}
