import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory, npmPackages } from './cache.ts';
import { engineMissing, reportEngine } from './report.ts';

const run = promisify(execFile);

const JEST = '30.5.2';
const OLD_VITEST = '3.2.4';
const PYTEST = '9.2.0';

/** The folder of the package. */
export async function jestPackage(): Promise<string> {
  const folder = await npmPackages(`jest-${JEST}`, [`jest@${JEST}`]);
  reportEngine({ engine: 'jest', state: 'used', detail: JEST });
  return join(folder, 'node_modules', 'jest');
}

/** Its options and its worker processes differ from those of the version that tests this repository. */
export async function oldVitestPackage(): Promise<string> {
  const folder = await npmPackages(`vitest-${OLD_VITEST}`, [`vitest@${OLD_VITEST}`]);
  reportEngine({ engine: 'vitest', state: 'used', detail: OLD_VITEST });
  return join(folder, 'node_modules', 'vitest');
}

/** A virtual environment with pytest; undefined where this machine cannot make one. */
export async function pytestEnvironment(): Promise<string | undefined> {
  const target = join(cacheDirectory(), `pytest-${PYTEST}`);
  try {
    if (!existsSync(target)) await makeEnvironment(target);
  } catch (error) {
    return engineMissing('pytest', String(error));
  }
  reportEngine({ engine: 'pytest', state: 'used', detail: PYTEST });
  return target;
}

/** The scripts of an environment name its folder, but its interpreter works after a rename. */
async function makeEnvironment(target: string): Promise<void> {
  const staging = `${target}.${randomUUID()}`;
  await mkdir(cacheDirectory(), { recursive: true });
  try {
    await run('python3', ['-m', 'venv', staging], { timeout: 120_000 });
    await run(join(staging, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `pytest==${PYTEST}`], {
      timeout: 300_000,
    });
    await rename(staging, target).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Whether `go` is there; reported as an engine. */
export async function hasGo(): Promise<boolean> {
  try {
    const { stdout } = await run('go', ['version']);
    reportEngine({ engine: 'go', state: 'used', detail: stdout.trim() });
    return true;
  } catch (error) {
    engineMissing('go', String(error));
    return false;
  }
}
