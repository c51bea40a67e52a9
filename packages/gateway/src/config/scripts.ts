import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { basename, delimiter, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '@molehill/core/files/inside';
import { isLoaderVariable } from './loader-variables.ts';
import { realOrGiven, repositoryOf } from './places.ts';
import type { StdioTransport } from './upstream-config.ts';

/** They run their first argument that is neither a flag nor a subcommand. */
const RUNNER =
  /^(node|nodejs|bun|bunx|deno|tsx|ts-node|npx|pnpx|python[\d.]*|pypy[\d.]*|uv|uvx|pipx|poetry|ruby|perl|php|lua|java|dotnet|go|cargo|julia|rscript|pwsh|powershell|sh|bash|zsh|dash|fish|cmd)$/;
const SUBCOMMANDS = new Set(['run', 'exec', 'x', 'dlx', 'tool']);

const CODE = new Set(
  `js mjs cjs jsx ts mts cts tsx py pyw pyz pyc rb pl pm php sh bash zsh fish ksh ps1 psm1 bat cmd vbs lua r jl jar
  class war exe com dll so dylib node wasm go rs java kt kts groovy scala swift cs csx fsx ex exs erl clj tcl awk`.split(
    /\s+/,
  ),
);
/** Files that a server may write, executable or not. */
const DATA = new Set(
  'db db3 sqlite sqlite3 duckdb parquet csv tsv json jsonl ndjson log txt md yaml yml toml xml html pdf png jpg'.split(
    ' ',
  ),
);
/** Their value is loaded, whatever its extension. */
const LOADER_FLAG =
  /^(-[rcfpI]|--?(require|import|loader|experimental-loader|preload|init|config|config-file|env-file|env-file-if-exists|file|from|package|project|script|settings|jar))$/;
const TRIED_EXTENSIONS =
  '.js .mjs .cjs .jsx .node .ts .mts .cts .tsx .py .rb .pl .php .sh .cmd .bat .exe .ps1'.split(' ');
/** What runs when a folder is named as the program. */
const ENTRY_FILES =
  'package.json index.js index.mjs index.cjs index.ts __main__.py pyproject.toml setup.py main.go Cargo.toml'.split(
    ' ',
  );
/** Files in the working directory that say what such a program runs. */
const INSTRUCTIONS: Readonly<Record<string, readonly string[]>> = {
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  deno: ['deno.json', 'deno.jsonc'],
  make: ['Makefile', 'makefile', 'GNUmakefile'],
};

/**
 * The files of the repository that a definition names as programs: in its command, its arguments and the variables that
 * load code. Data that a server works on is not among them. Looks at metadata only.
 */
export function scriptsOf(transport: StdioTransport, folder: string): readonly string[] {
  const root = repositoryOf(folder);
  const named = [...commandFiles(transport), ...argumentFiles(transport), ...variableFiles(transport)];
  const paths = foldersOf(transport).flatMap((base) => named.map((path) => resolve(base, path)));
  return [...new Set(paths)].filter(
    (path) => isFile(path) && (isInside(root, path) || isInside(realOrGiven(root), realOrGiven(path))),
  );
}

const MOST_FOLDERS = 5;

/** The working directory and the folders in the arguments: `uv run --directory tools server.py`. */
function foldersOf({ cwd, args }: StdioTransport): readonly string[] {
  const named = args.flatMap(pathsIn).map((path) => resolve(cwd, path));
  return [...new Set([cwd, ...named.filter(isFolder)])].slice(0, MOST_FOLDERS);
}

function commandFiles({ command, cwd, env }: StdioTransport): readonly string[] {
  const instructions = INSTRUCTIONS[programOf(command)] ?? [];
  if (/[\\/]/.test(command)) return [command, ...instructions];
  const lists = Object.entries(env).flatMap(([name, value]) => (/^path$/i.test(name) ? [value] : []));
  const found = lists.flatMap((list) => list.split(delimiter)).map((each) => resolve(cwd, each, command));
  return [...found.flatMap(withExtensions), ...instructions];
}

function argumentFiles({ command, args, cwd }: StdioTransport): readonly string[] {
  // Programs such as env and nice start the runner that their arguments name.
  const runner = [command, ...args].findIndex((word) => RUNNER.test(programOf(word)));
  const program = args.findIndex((word, at) => runner >= 0 && at >= runner && isProgram(word, args[at - 1]));
  return args.flatMap((word, at) => {
    if (runner >= 0 && args[at - 1] === '-m') return moduleFiles(word);
    const paths = [...pathsIn(word), ...modulesIn(word)];
    if (at === program) return [...paths.flatMap(withExtensions), ...entryFiles(word)];
    const isLoaded = LOADER_FLAG.test(args[at - 1] ?? '') || hasLoaderFlag(word);
    const value = word.slice(word.startsWith('-') ? word.indexOf('=') + 1 : 0);
    if (isLoaded) return [...paths, ...(isFolder(resolve(cwd, value)) ? entryFiles(value) : [])];
    return paths.filter((path) => isCode(resolve(cwd, path)));
  });
}

function isProgram(word: string, before = ''): boolean {
  return !word.startsWith('-') && !LOADER_FLAG.test(before) && !SUBCOMMANDS.has(word);
}

/** `--import=./hook.js`, `-r./hook.js` */
function hasLoaderFlag(word: string): boolean {
  return LOADER_FLAG.test(word.split('=', 1)[0] ?? '') || /^-[rI][^-]/.test(word);
}

function variableFiles({ env }: StdioTransport): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const paths = value.split(delimiter).flatMap(pathsIn);
    return isLoaderVariable(name) ? paths : paths.filter((path) => CODE.has(extensionOf(path)));
  });
}

/** A word may be a path, a flag with one, or a command line for a shell. */
function pathsIn(word: string): readonly string[] {
  const pieces = [word, ...word.split(/[\s;&|'"`()<>=,]+/)];
  return pieces.flatMap((piece) => {
    if (piece.startsWith('file:')) return urlPath(piece);
    const short = /^-[A-Za-z](.+)$/.exec(piece)?.[1];
    return [piece, ...(short === undefined ? [] : [short])].filter((path) => path !== '');
  });
}

function urlPath(url: string): readonly string[] {
  try {
    return [fileURLToPath(url)];
  } catch {
    return [];
  }
}

/** Of a command line for a shell. */
function modulesIn(word: string): readonly string[] {
  return [...word.matchAll(/\s-m\s+([\w.]+)/g)].flatMap(([, name = '']) => moduleFiles(name));
}

function moduleFiles(name: string): readonly string[] {
  const path = name.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`];
}

function entryFiles(folder: string): readonly string[] {
  return ENTRY_FILES.map((name) => join(folder, name));
}

function withExtensions(path: string): readonly string[] {
  return [path, ...TRIED_EXTENSIONS.map((extension) => `${path}${extension}`)];
}

function isCode(path: string): boolean {
  const extension = extensionOf(path);
  if (CODE.has(extension) || extension === '') return true;
  return !DATA.has(extension) && isExecutable(path);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return process.platform !== 'win32';
  } catch {
    return false;
  }
}

function extensionOf(path: string): string {
  return extname(path).slice(1).toLowerCase();
}

function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** Some words are no paths at all. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function programOf(command: string): string {
  return basename(command.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(exe|cmd|bat)$/, '');
}
