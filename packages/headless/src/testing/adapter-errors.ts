import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectHelpful } from '@molehill/core/testing/error-text';
import { descendantsOf } from '@molehill/core/testing/processes';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cCompiler } from '../../../../test/engines/c-compiler.ts';
import { debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import { onlyAdapter } from './adapters.ts';
import type { DebugClient, DebugClientOptions } from './debug-client.ts';
import type { ErrorCase } from './error-cases.ts';

const plainAdapter = fileURLToPath(new URL('./plain-adapter.ts', import.meta.url));

type Open = (options: DebugClientOptions) => DebugClient;

const PYTHON = 'pair = (1, 2)\nprint(pair)\n';
const C = 'int main(void) {\n  int total = 1;\n  total += 1;\n  return total;\n}\n';

const inPython: readonly ErrorCase[] = [
  ['E_IMMUTABLE', 'variable_set', { path: 'pair[0]', value: '9' }],
  ['E_UNSUPPORTED_CAPABILITY', 'memory_read', { address: '0x10' }],
  ['E_UNSUPPORTED_CAPABILITY', 'code_disassemble', {}],
];
const inC: readonly ErrorCase[] = [['E_ADAPTER', 'memory_read', { address: 'nothing' }]];
const inPlainAdapter: readonly ErrorCase[] = [
  ['E_UNSUPPORTED_CAPABILITY', 'exception_info', {}],
  ['E_UNSUPPORTED_CAPABILITY', 'variable_set', { path: 'total', value: '2' }],
];

async function expectErrors(client: DebugClient, cases: readonly ErrorCase[]): Promise<void> {
  for (const [code, tool, input] of cases) expectHelpful(await client.read(tool, { ...input }), code);
}

async function stopAt(client: DebugClient, path: string, line: number): Promise<void> {
  await client.call('breakpoint_set', { path, line });
  expect(await client.call('debug_start', { path })).toMatchObject({ event: 'stopped', line });
}

/** The process of js-debug that this test started. */
function adapterProcess(): number {
  const [adapter] = descendantsOf(process.pid).filter(({ command }) => command.includes('vsDebugServer'));
  expect(adapter).toBeDefined();
  return adapter?.pid ?? 0;
}

export function describeAdapterErrors(open: Open): void {
  describe('errors of adapters', { timeout: 60_000 }, () => {
    test('what debugpy cannot do', async ({ skip }) => {
      if (!(await debugAdapter('debugpy'))) skip();
      const client = open({ files: { 'a.py': PYTHON } });
      await stopAt(client, 'a.py', 2);
      await expectErrors(client, inPython);
    });

    test('what codelldb cannot do', async ({ skip }) => {
      const compiler = cCompiler() ?? skip();
      if (!(await debugAdapter('codelldb'))) skip();
      const client = open({ files: { 'a.c': C } });
      const output = ['-o', join(client.folder, 'a'), join(client.folder, 'a.c')];
      execFileSync(compiler, ['-g', '-O0', ...output]);
      await stopAt(client, 'a.c', 3);
      await expectErrors(client, inC);
      const { scopes } = await client.call('variable_list');
      expect(scopes[0]?.variables).toContainEqual(expect.objectContaining({ name: 'total' }));
      const { scopes: listed } = await client.call('scope_list');
      const stale = { variablesReference: listed[0]?.variablesReference, name: 'total' };
      await client.call('debug_step_over');
      expectHelpful(await client.read('breakpoint_set_data', stale), 'E_STALE_REFERENCE');
    });

    test('what an adapter without optional capabilities cannot do', async () => {
      const client = open({ adapters: onlyAdapter(process.execPath, plainAdapter) });
      await client.call('debug_start', { path: 'sum.js' });
      await expectErrors(client, inPlainAdapter);
    });

    test('values without memory, and with a getter that fails', async () => {
      const client = open({});
      await stopAt(client, 'sum.js', 3);
      const expression = '({ get boom() { throw new Error("no"); } })';
      const { results } = await client.call('debug_evaluate', { expression });
      const ref = results[0]?.variablesReference;
      expectHelpful(await client.read('memory_read', { ref }), 'E_NOT_FOUND');
      const { children } = await client.call('variable_get', { ref });
      const getter = children.find(({ name }) => name === 'boom');
      expectHelpful(await client.read('variable_get', { ref: getter?.ref }), 'E_EVALUATE_FAILED');
    });

    test('E_TIMEOUT when the adapter does not answer', async () => {
      const client = open({});
      await stopAt(client, 'sum.js', 3);
      const pid = adapterProcess();
      process.kill(pid, 'SIGSTOP');
      onTestFinished(() => void process.kill(pid, 'SIGCONT'));
      const text = await client.read('debug_step_over');
      expectHelpful(text, 'E_TIMEOUT');
      expect(text).toContain('did not answer next');
    });

    test.each(['debug_wait_for_hit', 'debug_continue', 'debug_run_to_line'])(
      'E_SESSION_ENDED when the adapter is killed while %s waits',
      async (tool) => {
        const client = open({});
        await client.call('breakpoint_set', { path: 'loop.js', line: 3, hitCondition: '1' });
        await client.call('debug_start', { path: 'loop.js' });
        await client.call('breakpoint_clear');
        if (tool === 'debug_wait_for_hit') await client.call('debug_continue', { timeoutMs: 0 });
        const resumed = new Promise<void>((resolve) => {
          for (const session of client.host.debug.sessions)
            session.onEvent(({ event }) => event === 'continued' && resolve());
        });
        const waiting = client.read(tool, tool === 'debug_run_to_line' ? { path: 'sum.js', line: 5 } : {});
        if (tool !== 'debug_wait_for_hit') await resumed;
        process.kill(adapterProcess(), 'SIGKILL');
        const text = await waiting;
        expectHelpful(text, 'E_SESSION_ENDED');
        expect(text).toContain('ended unexpectedly');
      },
    );

    test('E_SESSION_ENDED when the adapter is killed while debug_start waits', async () => {
      const client = open({});
      const running = new Promise<void>((resolve) => {
        client.host.debug.onDidStart((session) => {
          session.onEvent(({ event }) => event === 'thread' && resolve());
        });
      });
      const waiting = client.read('debug_start', { path: 'loop.js' });
      await running;
      process.kill(adapterProcess(), 'SIGKILL');
      expectHelpful(await waiting, 'E_SESSION_ENDED');
    });
  });
}
