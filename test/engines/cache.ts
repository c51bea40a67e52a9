import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The cache for engines that are too big for the checkout: one folder per name and version. */
export function cacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  if (env.MOLEHILL_TEST_CACHE) return env.MOLEHILL_TEST_CACHE;
  const base = env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return join(base, 'molehill-test');
}

/**
 * Installs npm packages into the cache and returns the folder that holds their node_modules.
 * The folder is renamed to its final name when the install is complete, so an interrupted run leaves no partial install.
 */
export async function npmPackages(
  label: string,
  specs: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const target = join(cacheDirectory(), 'npm', label);
  if (existsSync(join(target, 'package-lock.json'))) return target;
  const staging = `${target}.${randomUUID()}`;
  await mkdir(staging, { recursive: true });
  await writeFile(join(staging, 'package.json'), JSON.stringify({ name: 'engine', private: true }));
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...specs], {
      cwd: staging,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 9 * 60_000,
    });
    await rename(staging, target).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return target;
}
