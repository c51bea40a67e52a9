import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { descendantsOf } from '@molehill/core/testing/processes';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AdapterProcess } from '../adapters/adapter.ts';
import { jsDebug } from '../adapters/js-debug.ts';
import { openHeadlessHost } from '../host.ts';
import { openTestHost, startContext, startOf } from '../testing/host.ts';

const LOOP = 'setInterval(() => {}, 1_000);\n';

/** Adapters and programs, without the reaper and the process that lists them. */
function processes(): string[] {
  const commands = descendantsOf(process.pid).map(({ command }) => command);
  return commands.filter((command) => !/^(ps |\/bin\/sh -c)/.test(command));
}

async function expectNoProcess(): Promise<void> {
  await vi.waitFor(() => expect(processes()).toEqual([]), { timeout: 5_000, interval: 100 });
}

/** A host whose only adapter runs like this. */
function hostWith(adapter: AdapterProcess) {
  const folder = tempFolder();
  const location = { path: '', source: 'cache' } as const;
  const host = openHeadlessHost({
    folders: [folder],
    stateRoot: folder,
    env: process.env,
    log: silentLog,
    adapters: {
      find: async () => ({ spec: { ...jsDebug, process: () => adapter }, location }),
      install: async () => {},
    },
  });
  onTestFinished(() => host.close());
  return () => host.debug.start(startOf(folder, { program: join(folder, 'a.js') }), startContext);
}

test('js-debug: says why a program cannot be launched', async () => {
  const { host, folder } = openTestHost({ 'a.js': LOOP });
  const launch = { program: join(folder, 'a.js'), runtimeExecutable: 'no-such-runtime' };
  await expect(host.debug.start(startOf(folder, launch), startContext)).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: expect.stringContaining('no-such-runtime'),
  });
  expect(host.debug.sessions).toEqual([]);
  await expectNoProcess();
});

test('debugpy: says why a program cannot be launched', async () => {
  const { host, folder } = openTestHost({ 'a.py': 'print(1)\n' });
  const launch = { type: 'debugpy', program: join(folder, 'a.py'), python: '/no/such/python' };
  await expect(host.debug.start(startOf(folder, launch), startContext)).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: expect.stringContaining('/no/such/python'),
  });
  await expectNoProcess();
});

test('names an adapter that does not exist', async () => {
  const start = hostWith({ kind: 'stdio', command: '/no/such/adapter', args: [] });
  await expect(start()).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: expect.stringContaining('/no/such/adapter'),
  });
});

const dying = { command: process.execPath, args: ['-e', 'console.error("no licence"); process.exit(7)'] };

test.each<AdapterProcess>([
  { kind: 'stdio', ...dying },
  { kind: 'tcp', ...dying, listening: /port (\d+)/ },
  { kind: 'tcp-client', ...dying, args: () => dying.args },
])('repeats the last words of an adapter that ends at once ($kind)', async (adapter) => {
  await expect(hostWith(adapter)()).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: expect.stringMatching(/ended with code 7.*no licence/s),
  });
});

test('names an address where no adapter answers', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  server.close();
  await once(server, 'close');
  await expect(hostWith({ kind: 'running', host: '127.0.0.1', port })()).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: expect.stringContaining(`127.0.0.1:${port}`),
  });
});

test.each(['before', 'after'])('a start cancelled %s its session began leaves nothing', async (when) => {
  const { host, folder } = openTestHost({ 'a.js': LOOP });
  const cancel = new AbortController();
  const reason = new Error('cancelled by the test');
  if (when === 'before') setImmediate(() => cancel.abort(reason));
  else host.debug.onDidStart(() => cancel.abort(reason));
  const start = startOf(folder, { program: join(folder, 'a.js') });
  await expect(host.debug.start(start, { ...startContext, signal: cancel.signal })).rejects.toBe(reason);
  expect(host.debug.sessions).toEqual([]);
  await expectNoProcess();
});

test('closing the host ends a start', async () => {
  const { host, folder } = openTestHost({ 'a.js': LOOP });
  const begun = new Promise<void>((resolve) => {
    host.debug.onDidStart(() => resolve());
  });
  const started = host.debug.start(startOf(folder, { program: join(folder, 'a.js') }), startContext);
  const failed = expect(started).rejects.toThrow();
  await begun;
  await host.close();
  await failed;
  await expectNoProcess();
});

test('programs outside the workspace are not started', async () => {
  const { host, folder } = openTestHost({});
  const elsewhere = join(tempFolder(), 'a.js');
  for (const start of [startOf(folder, { program: elsewhere }), startOf(tempFolder(), { program: 'a.js' })])
    await expect(host.debug.start(start, startContext)).rejects.toMatchObject({
      code: 'E_UNTRUSTED_WORKSPACE',
    });
});
