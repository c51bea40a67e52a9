import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConfigLayer } from '@molehill/core/config';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { Adapters } from './adapters.ts';

const reaper = { watch() {}, forget() {}, close() {} };

/** A machine with only these files. */
function machineWith(files: readonly string[], config: ConfigLayer = {}) {
  const home = tempFolder();
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), '');
    chmodSync(join(home, file), 0o755);
  }
  const env = { HOME: home, PATH: join(home, 'bin') };
  const adapters = new Adapters({ env, stateRoot: join(home, 'state'), config, reaper });
  return { adapters, home };
}

const CACHED = 'state/adapters/js-debug-1.112.0/vsDebugServer.cjs';
const EXTENSION = 'ms-vscode.js-debug-1.110.0/src/dapDebugServer.js';

test.each([
  ['node', CACHED, 'js-debug', 'cache'],
  ['pwa-node', `.vscode/extensions/${EXTENSION}`, 'js-debug', 'vscode'],
  ['node', `.vscode-server/extensions/${EXTENSION}`, 'js-debug', 'vscode'],
  [
    'python',
    '.vscode/extensions/ms-python.debugpy-2026.1.0-linux-x64/bundled/libs/debugpy/adapter/__main__.py',
    'debugpy',
    'vscode',
  ],
  ['debugpy', 'state/adapters/debugpy-1.8.22/bin/python', 'debugpy', 'cache'],
  ['go', 'go/bin/dlv', 'delve', 'vscode'],
  ['go', 'state/adapters/delve-1.27.2/dlv', 'delve', 'cache'],
  ['go', 'bin/dlv', 'delve', 'system'],
  ['lldb', '.vscode/extensions/vadimcn.vscode-lldb-1.11.5/adapter/codelldb', 'codelldb', 'vscode'],
  ['cppdbg', 'state/adapters/codelldb-1.11.8/adapter/codelldb', 'codelldb', 'cache'],
  ['lldb', 'bin/lldb-dap-19', 'lldb-dap', 'system'],
  ['lldb', 'bin/lldb-vscode-14', 'lldb-dap', 'system'],
])('finds the adapter for %s at %s', async (type, file, name, source) => {
  const { adapters } = machineWith([file]);
  const found = await adapters.find(type);
  expect([found.spec.name, found.location.source]).toEqual([name, source]);
});

test('prefers the setting, then the newest extension, then its own copy, then the system', async () => {
  const newer = '.vscode/extensions/ms-vscode.js-debug-1.112.3/src/dapDebugServer.js';
  const files = [`.vscode/extensions/${EXTENSION}`, newer, CACHED, 'mine.js'];
  const { adapters, home } = machineWith(files);
  expect((await adapters.find('node')).location).toEqual({
    path: join(home, newer),
    version: '1.112.3',
    source: 'vscode',
  });
  const set = machineWith(files, { jsDebugPath: join(home, 'mine.js') });
  expect((await set.adapters.find('node')).location).toEqual({
    path: join(home, 'mine.js'),
    source: 'setting',
  });
});

test('passes over the js-debug that VS Code bundles, which has no server', async () => {
  const { adapters } = machineWith(['.vscode/extensions/ms-vscode.js-debug-1.110.0/src/extension.js']);
  await expect(adapters.find('node')).rejects.toMatchObject({ code: 'E_NO_ADAPTER' });
});

test.each([
  ['node', 'JavaScript, TypeScript', 'js-debug'],
  ['python', 'Python', 'debugpy'],
  ['go', 'Go', 'delve'],
  ['lldb', 'C, C++, Rust', 'codelldb'],
])('a missing adapter for %s is answered with the one command', async (type, languages, name) => {
  const { adapters } = machineWith([]);
  const command = `molehill adapters install ${name}`;
  await expect(adapters.find(type)).rejects.toMatchObject({
    code: 'E_NO_ADAPTER',
    message: `No debug adapter for "${type}" (${languages}) is installed on this machine.`,
    hint: `Run: ${command}`,
    details: { adapter: name, type, command },
  });
  expect(await adapters.isInstalled(type)).toBe(false);
});

test('a setting that names nothing is not replaced by another adapter', async () => {
  const { adapters } = machineWith([CACHED], { jsDebugPath: '/nowhere/dap.js' });
  await expect(adapters.find('node')).rejects.toMatchObject({
    code: 'E_NO_ADAPTER',
    message: 'The debug adapter js-debug is not at /nowhere/dap.js, which the setting jsDebugPath names.',
  });
});

test('an unknown type is answered with the nearest and all', async () => {
  const { adapters } = machineWith([]);
  await expect(adapters.find('pyhton')).rejects.toMatchObject({
    code: 'E_NO_ADAPTER',
    message: 'There is no debug adapter for "pyhton". Did you mean "python"?',
    hint: expect.stringMatching(/^The adapters are js-debug, debugpy, delve, codelldb/),
  });
});

test('lldb of the system cannot be installed', async () => {
  const { adapters } = machineWith([]);
  const context = { signal: new AbortController().signal, progress() {} };
  await expect(adapters.install('lldb-dap', context)).rejects.toThrow(/package manager/);
});
