import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from './cache.ts';

const run = promisify(execFile);
const LIMIT = { timeout: 8 * 60_000 };

/** Whether this is a CI machine as root: only there system packages are installed. */
function isBuildMachine(): boolean {
  return process.env.CI === 'true' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs system packages that cannot be used unpacked. */
export function installOnBuildMachine(name: string): void {
  if (!isBuildMachine()) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: 'ignore', env, ...LIMIT } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
}

/** A CI machine may lack the package lists. */
async function refreshLists(): Promise<void> {
  if (isBuildMachine()) await run('apt-get', ['update', '-qq'], LIMIT);
}

async function download(packages: readonly string[], folder: string): Promise<void> {
  const fetch = () => run('apt-get', ['download', '-qq', ...packages], { ...LIMIT, cwd: folder });
  await fetch().catch(async () => {
    await refreshLists();
    await fetch();
  });
}

/**
 * Unpacks Debian packages into the cache, without privileges and without starting a service, and returns the folder
 * that acts as their file system root; undefined without apt.
 */
export async function debianPackages(
  label: string,
  packages: readonly string[],
): Promise<string | undefined> {
  const target = join(cacheDirectory(), 'debian', label);
  if (existsSync(target)) return target;
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg')) return undefined;
  const staging = `${target}.${randomUUID()}`;
  await mkdir(join(staging, 'debs'), { recursive: true });
  try {
    await download(packages, join(staging, 'debs'));
    const debs = await readdir(join(staging, 'debs'));
    for (const deb of debs)
      await run('dpkg', ['-x', join(staging, 'debs', deb), join(staging, 'root')], LIMIT);
    await rename(join(staging, 'root'), target).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return target;
}
