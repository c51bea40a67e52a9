import { once } from 'node:events';
import { rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expectHelpful } from '@molehill/core/testing/error-text';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onlyAdapter } from './adapters.ts';
import type { DebugClient, DebugClientOptions } from './debug-client.ts';

/** A project with one test. */
export const nodeTests = {
  'package.json': '{ "scripts": { "test": "node --test" } }',
  'sum.test.js': "const { test } = require('node:test');\ntest('adds', () => {});\n",
};
/** Fails while the file `broken` is there. */
const task = {
  label: 'build',
  type: 'shell',
  command: 'test ! -e broken || (echo no compiler here; exit 2)',
};
const launch = { type: 'node', request: 'launch', name: 'Built', program: 'sum.js', preLaunchTask: 'build' };
const settings = {
  '.vscode/launch.json': JSON.stringify({ configurations: [launch] }),
  '.vscode/tasks.json': JSON.stringify({ version: '2.0.0', tasks: [task] }),
};

/** Of a server that accepts connections and never answers. */
async function silentPort(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export function describeLaunchErrors(open: (options: DebugClientOptions) => DebugClient): void {
  describe('errors of starts', { timeout: 60_000 }, () => {
    test('E_PRELAUNCH_FAILED shows what the task printed', async () => {
      const client = open({ files: settings });
      await client.call('debug_start', { launch: 'Built', stopOnEntry: true });
      client.write('broken', '');
      const calls = { debug_start: { launch: 'Built' }, debug_restart: {} };
      for (const [tool, input] of Object.entries(calls)) {
        const text = await client.read(tool, input);
        expectHelpful(text, 'E_PRELAUNCH_FAILED');
        expect(text).toContain('no compiler here');
      }
    });

    test('E_LAUNCH_FAILED when the runtime is gone', async () => {
      const client = open({});
      const runtimeExecutable = join(client.folder, 'runtime');
      symlinkSync(process.execPath, runtimeExecutable);
      const config = { type: 'node', program: 'sum.js', runtimeExecutable, stopOnEntry: true };
      await client.call('debug_start', { config });
      rmSync(runtimeExecutable);
      expectHelpful(await client.read('debug_restart'), 'E_LAUNCH_FAILED');
    });

    test('E_LAUNCH_FAILED when the adapter cannot be started', async () => {
      const client = open({ files: nodeTests, adapters: onlyAdapter('/no/such/adapter') });
      const text = await client.read('test_debug', { path: 'sum.test.js', name: 'adds' });
      expectHelpful(text, 'E_LAUNCH_FAILED');
      expect(text).toContain('/no/such/adapter');
    });

    test.each(['node', 'python', 'go'])(
      'E_LAUNCH_FAILED when nothing listens at the port: %s',
      async (type) => {
        const input = { type, port: 1, timeoutMs: 3_000 };
        expectHelpful(await open({}).read('debug_attach', input), 'E_LAUNCH_FAILED');
      },
    );

    test.each(['node', 'python', 'go'])(
      'E_LAUNCH_FAILED in time when the port is silent: %s',
      async (type) => {
        const input = { type, port: await silentPort(), timeoutMs: 1_000 };
        const text = await open({}).read('debug_attach', input);
        expectHelpful(text, 'E_LAUNCH_FAILED');
        expect(text).toContain('within 1000 ms');
      },
    );
  });
}
