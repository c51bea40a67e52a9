import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLoaderVariable } from './loader-variables.ts';
import { isInside, realOrGiven, repositoryOf } from './places.ts';
import type { StdioTransport } from './upstream-config.ts';

const INTERPRETER =
  /^(node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|pypy[\d.]*|uv|ruby|perl|php|lua|java|dotnet|julia|rscript|pwsh|powershell|sh|bash|zsh|dash|fish|cmd)$/;

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
  /^(-[rcfI]|--?(require|import|loader|experimental-loader|preload|init|config|config-file|env-file|env-file-if-exists|file|script|settings|jar))$/;
const TRIED_EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.py', '.sh', '.cmd', '.bat', '.exe', '.ps1'];
const ENTRY_FILES = ['package.json', 'index.js', 'index.mjs', 'index.cjs', 'index.ts', '__main__.py'];
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
  const { cwd } = transport;
  const named = [...commandFiles(transport), ...argumentFiles(transport), ...variableFiles(transport)];
  return [...new Set(named.map((path) => resolve(cwd, path)))].filter(
    (path) => isFile(path) && (isInside(root, path) || isInside(realOrGiven(root), realOrGiven(path))),
  );
}

function commandFiles({ command, cwd, env }: StdioTransport): readonly string[] {
  const instructions = INSTRUCTIONS[programOf(command)] ?? [];
  if (/[\\/]/.test(command)) return [command, ...instructions];
  const folders = Object.entries(env).flatMap(([name, value]) => (/^path$/i.test(name) ? [value] : []));
  const found = folders.flatMap((list) => list.split(delimiter)).map((each) => resolve(cwd, each, command));
  return [...found.flatMap(withExtensions), ...instructions];
}

function argumentFiles({ command, args, cwd }: StdioTransport): readonly string[] {
  const isInterpreter = INTERPRETER.test(programOf(command));
  const program = isInterpreter ? args.findIndex((word, at) => isProgram(word, args[at - 1])) : -1;
  return args.flatMap((word, at) => {
    const isLoaded = at === program || LOADER_FLAG.test(args[at - 1] ?? '');
    if (isInterpreter && args[at - 1] === '-m') return moduleFiles(word);
    const paths = pathsIn(word).filter(
      (path) => isLoaded || isCode(resolve(cwd, path)) || hasLoaderFlag(word),
    );
    return at === program ? [...paths.flatMap(withExtensions), ...entryFiles(word)] : paths;
  });
}

function isProgram(word: string, before = ''): boolean {
  return !word.startsWith('-') && !LOADER_FLAG.test(before) && word !== 'run';
}

/** `--import=./hook.js`, `-r./hook.js` */
function hasLoaderFlag(word: string): boolean {
  return LOADER_FLAG.test(word.split('=', 1)[0] ?? '') || /^-[rI][^-]/.test(word);
}

function variableFiles({ env }: StdioTransport): readonly string[] {
  const values = Object.entries(env).filter(([name]) => isLoaderVariable(name));
  return values.flatMap(([, value]) => value.split(delimiter).flatMap(pathsIn));
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
  const extension = extname(path).slice(1).toLowerCase();
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

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

function programOf(command: string): string {
  return basename(command.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(exe|cmd|bat)$/, '');
}
