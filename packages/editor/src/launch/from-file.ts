import { existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { editorErrors } from '../errors.ts';
import type { DebugConfiguration } from '../host.ts';
import { foldersOf, type ProgramFile } from './folders.ts';
import { goConfiguration, isGoPackage } from './go.ts';
import { nativeConfiguration } from './native.ts';
import { nodeConfiguration } from './node.ts';
import { projectInterpreter } from './python.ts';
import { typescriptConfiguration } from './typescript.ts';

type Env = Readonly<Record<string, string | undefined>>;

type Configure = (file: ProgramFile) => Promise<DebugConfiguration>;

const byExtension: Readonly<Record<string, Configure>> = {
  ...forAll(['.js', '.mjs', '.cjs'], async (file) => nodeConfiguration(file)),
  ...forAll(['.ts', '.mts', '.cts', '.tsx', '.jsx'], typescriptConfiguration),
  ...forAll(['.py', '.pyw'], pythonConfiguration),
  ...forAll(['.go'], goConfiguration),
  ...forAll(['.c', '.cc', '.cpp', '.cxx', '.rs'], nativeConfiguration),
};

function forAll(extensions: readonly string[], configure: Configure): Record<string, Configure> {
  return Object.fromEntries(extensions.map((extension) => [extension, configure]));
}

/** How to debug a file when nothing else is known. E_LAUNCH_FAILED tells what is missing. */
export async function configurationOfFile(
  path: string,
  folder: string,
  env: Env = process.env,
): Promise<DebugConfiguration> {
  const file: ProgramFile = { path, folder, env };
  if (statSync(path).isDirectory() && isGoPackage(path)) return await goConfiguration(file);
  const configure = byExtension[extname(path).toLowerCase()] ?? (await byContent(path));
  if (configure) return await configure(file);
  throw editorErrors.fail('E_LAUNCH_FAILED', `It is not known how to run ${basename(path)}.`, {
    hint: `Pass a program (${Object.keys(byExtension).join(', ')} or an executable), or {param:config}.`,
  });
}

/** ELF, Mach-O (thin, both byte orders, and universal) and PE. */
const MAGIC = ['7f454c46', 'cffaedfe', 'cefaedfe', 'feedfacf', 'feedface', 'cafebabe'];

async function byContent(path: string): Promise<Configure | undefined> {
  if (statSync(path).isDirectory()) return undefined;
  const start = await firstBytes(path);
  if (MAGIC.includes(start.subarray(0, 4).toString('hex')) || start.toString('latin1', 0, 2) === 'MZ')
    return executableConfiguration;
  const shebang = /^#!.*\b(node|python)/.exec(start.toString('latin1'))?.[1];
  if (shebang === 'python') return pythonConfiguration;
  return shebang === 'node' ? async (file) => nodeConfiguration(file) : undefined;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(128), 0, 128, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function executableConfiguration({ path }: ProgramFile): Promise<DebugConfiguration> {
  return { type: 'lldb', request: 'launch', name: basename(path), program: path };
}

async function pythonConfiguration(file: ProgramFile): Promise<DebugConfiguration> {
  const python = projectInterpreter(foldersOf(file), file.env, existsSync);
  const own = python === undefined ? {} : { python };
  const { path } = file;
  return { type: 'debugpy', request: 'launch', name: basename(path), program: path, ...own };
}
