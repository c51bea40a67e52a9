import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { isRecord } from '@molehill/core/record';
import { parseJsonc } from '@molehill/core/state/jsonc';
import { findUpwards, type ProgramFile } from './folders.ts';

export type BuiltFile =
  | { readonly state: 'current'; readonly path: string; readonly outFiles: readonly string[] }
  | { readonly state: 'stale'; readonly path: string }
  | { readonly state: 'none' };

const OUTPUT: Readonly<Record<string, string>> = { '.mts': '.mjs', '.cts': '.cjs' };

/** The JavaScript file that was built from a TypeScript file: one whose source map names it. */
export async function findBuiltFile(file: ProgramFile): Promise<BuiltFile> {
  const options = await compilerOptions(file);
  let stale: string | undefined;
  for (const candidate of candidates(file.path, options)) {
    if (!existsSync(candidate) || !(await isBuiltFrom(candidate, file.path))) continue;
    if (statSync(candidate).mtimeMs < statSync(file.path).mtimeMs) stale ??= candidate;
    else return { state: 'current', path: candidate, outFiles: outFilesFor(candidate, options) };
  }
  return stale === undefined ? { state: 'none' } : { state: 'stale', path: stale };
}

interface CompilerOptions {
  /** The folder of tsconfig.json. */
  readonly project: string | undefined;
  readonly outDir: string | undefined;
  readonly rootDir: string | undefined;
}

async function compilerOptions(file: ProgramFile): Promise<CompilerOptions> {
  const config = findUpwards(file, 'tsconfig.json');
  if (config === undefined) return { project: undefined, outDir: undefined, rootDir: undefined };
  return { project: dirname(config), ...(await readOptions(config, MOST_BASES)) };
}

/** Configurations that extend each other. */
const MOST_BASES = 5;

async function readOptions(
  config: string,
  basesLeft: number,
): Promise<{ readonly outDir: string | undefined; readonly rootDir: string | undefined }> {
  const parsed = parseJsonc(await readFile(config, 'utf8').catch(() => '{}'), { allowEmpty: true });
  const content = parsed.ok && isRecord(parsed.value) ? parsed.value : {};
  const own = isRecord(content.compilerOptions) ? content.compilerOptions : {};
  const at = (path: unknown) => (typeof path === 'string' ? resolve(dirname(config), path) : undefined);
  const parent =
    typeof content.extends === 'string' && content.extends.startsWith('.') ? at(content.extends) : undefined;
  const base =
    parent && basesLeft > 0
      ? await readOptions(extname(parent) === '.json' ? parent : `${parent}.json`, basesLeft - 1)
      : undefined;
  return { outDir: at(own.outDir) ?? base?.outDir, rootDir: at(own.rootDir) ?? base?.rootDir };
}

/** Without `rootDir`, the compiler takes the common folder of all sources: the project's own or one below it. */
function candidates(path: string, { project, outDir, rootDir }: CompilerOptions): string[] {
  const built = path.slice(0, -extname(path).length) + (OUTPUT[extname(path)] ?? '.js');
  if (outDir === undefined || project === undefined) return [built];
  const roots = rootDir === undefined ? foldersBetween(project, dirname(path)) : [rootDir];
  return [...roots.map((root) => join(outDir, relative(root, built))), built];
}

function foldersBetween(top: string, folder: string): string[] {
  return isInside(top, folder) && folder !== top ? [...foldersBetween(top, dirname(folder)), folder] : [top];
}

const MAP_COMMENT = /\/\/# sourceMappingURL=(\S+)\s*$/;
const INLINE = /^data:application\/json[^,]*;base64,/;

async function isBuiltFrom(built: string, source: string): Promise<boolean> {
  const url = MAP_COMMENT.exec(await readFile(built, 'utf8'))?.[1];
  if (url === undefined) return false;
  const text = INLINE.test(url)
    ? Buffer.from(url.replace(INLINE, ''), 'base64').toString('utf8')
    : await readFile(resolve(dirname(built), decodeURIComponent(url)), 'utf8').catch(() => '{}');
  return sourcesOf(text, dirname(built)).includes(source);
}

function sourcesOf(text: string, folder: string): string[] {
  const parsed = parseJsonc(text);
  if (!parsed.ok || !isRecord(parsed.value)) return [];
  const { sources, sourceRoot } = parsed.value;
  const root = typeof sourceRoot === 'string' ? sourceRoot : '';
  return Array.isArray(sources) ? sources.map((source) => resolve(folder, root, String(source))) : [];
}

function outFilesFor(built: string, { outDir }: CompilerOptions): string[] {
  const folder = outDir !== undefined && isInside(outDir, built) ? outDir : dirname(built);
  return [`${folder}/**/*.(m|c|)js`, '!**/node_modules/**'];
}
