import { accessSync, constants, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { editorErrors } from '../errors.ts';
import type { DebugConfiguration } from '../host.ts';
import { findUpwards, foldersOf, type ProgramFile } from './folders.ts';

const SUFFIX = process.platform === 'win32' ? '.exe' : '';
const BUILD_FOLDERS = ['.', 'build', 'out', 'bin', 'build/Debug'];

/** The executable that was built from a source file: of its name, or of its Cargo package. */
export async function nativeConfiguration(file: ProgramFile): Promise<DebugConfiguration> {
  const { path, folder } = file;
  const isRust = extname(path) === '.rs';
  const found = (isRust ? await rustPrograms(file) : programsBeside(file)).filter(isExecutable);
  const program = found.find((candidate) => statSync(candidate).mtimeMs >= statSync(path).mtimeMs);
  if (program) return { type: 'lldb', request: 'launch', name: basename(path), program };
  const stale = found[0];
  const reason = stale
    ? `${relative(folder, stale)} is older than it`
    : 'no executable of its name was found';
  throw editorErrors.fail('E_LAUNCH_FAILED', `${relative(folder, path)} cannot be run: ${reason}.`, {
    hint: `Build it with debug information: ${isRust ? 'cargo build' : compileCommand(file)}. Then start again, or start the executable.`,
  });
}

function programsBeside(file: ProgramFile): string[] {
  const name = basename(file.path, extname(file.path)) + SUFFIX;
  return foldersOf(file).flatMap((folder) => BUILD_FOLDERS.map((build) => join(folder, build, name)));
}

async function rustPrograms(file: ProgramFile): Promise<string[]> {
  const manifest = findUpwards(file, 'Cargo.toml');
  const text = manifest && (await readFile(manifest, 'utf8'));
  const crate = text && /^name\s*=\s*"([^"]+)"/m.exec(text)?.[1];
  const own = basename(file.path, '.rs');
  const name = basename(dirname(file.path)) === 'bin' ? own : (crate ?? own);
  return foldersOf(file).map((folder) => join(folder, 'target', 'debug', name + SUFFIX));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function compileCommand({ path, folder }: ProgramFile): string {
  const compiler = extname(path) === '.c' ? 'cc' : 'c++';
  const source = relative(folder, path);
  return `${compiler} -g -O0 -o ${source.slice(0, -extname(source).length)}${SUFFIX} ${source}`;
}
