import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianPackages, installOnBuildMachine } from './debian.ts';
import { engineMissing, reportEngine } from './report.ts';

const VERSION = '19';

/** Of Debian 12, with all libraries that a machine without LLVM lacks. */
const PACKAGES = [
  `clangd-${VERSION}`,
  `libclang-common-${VERSION}-dev`,
  `libclang-cpp${VERSION}`,
  `libllvm${VERSION}`,
  'libgrpc++1.51',
  'libgrpc29',
  'libprotobuf32',
  'libabsl20220623',
  'libc-ares2',
  'libre2-9',
  'libz3-4',
];

/** That of the machine, or that of Debian 12, unpacked into the cache; undefined and reported where there is none. */
export async function clangdProgram(): Promise<string | undefined> {
  const program = await findProgram();
  if (program === undefined) return engineMissing('clangd', '`sudo apt-get install clangd` adds it');
  reportEngine({ engine: 'clangd', state: 'used', detail: versionOf(program) ?? program });
  return program;
}

async function findProgram(): Promise<string | undefined> {
  if (versionOf('/usr/bin/clangd')) return '/usr/bin/clangd';
  const root = await debianPackages(`clangd-${VERSION}`, PACKAGES).catch(() => undefined);
  const unpacked = root && (await launcher(root));
  // Unpacked packages come without their dependencies.
  if (unpacked && versionOf(unpacked)) return unpacked;
  installOnBuildMachine('clangd');
  return versionOf('/usr/bin/clangd') ? '/usr/bin/clangd' : undefined;
}

function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /clangd version (\S+)/.exec(stdout ?? '')?.[1];
}

/** clangd finds its libraries only where the system has them. */
async function launcher(root: string): Promise<string> {
  const path = join(root, 'clangd');
  if (existsSync(path)) return path;
  const llvm = join(root, 'usr/lib', `llvm-${VERSION}`);
  const libraries = [join(root, 'usr/lib/x86_64-linux-gnu'), join(llvm, 'lib')].join(':');
  const script = `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${join(llvm, 'bin/clangd')}' "$@"\n`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}
