import { join } from 'node:path';
import { expectHelpful } from '@molehill/core/testing/error-text';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import { type DebugClient, openDebugClient } from '../testing/debug-client.ts';

const PROGRAM = `let total = 0;
for (const n of [1, 2, 3]) {
  total += n;
}
console.log('total', total);
`;
const LOOP = `let turns = 0;
while (true) {
  turns += 1;
}
`;
const files = { 'sum.js': PROGRAM, 'loop.js': LOOP, 'notes.txt': 'Buy milk.\n' };

function open(more: Readonly<Record<string, string>> = {}): DebugClient {
  return openDebugClient({ files: { ...files, ...more } });
}

async function openStopped(): Promise<DebugClient> {
  const client = open();
  await client.call('breakpoint_set', { path: 'sum.js', line: 3 });
  await client.call('debug_start', { path: 'sum.js' });
  return client;
}

async function openRunning(): Promise<DebugClient> {
  const client = open();
  await client.call('debug_start', { path: 'loop.js', wait: 'started' });
  return client;
}

/** Calls that fail without a program, by the code that an agent reads. */
const withoutSession = [
  ['E_INVALID_PARAMS', 'breakpoint_set', { path: 'sum.js' }],
  ['E_INVALID_PARAMS', 'breakpoint_set', { path: 'sum.js', line: 0 }],
  ['E_INVALID_PARAMS', 'debug_start', { config: { program: 'sum.js' } }],
  ['E_INVALID_PARAMS', 'debug_start', { path: 'sum.js', launch: 'Server' }],
  ['E_FILE_NOT_FOUND', 'breakpoint_set', { path: 'missing.js', line: 1 }],
  ['E_FILE_NOT_FOUND', 'debug_start', { path: 'missing.js' }],
  ['E_INVALID_PATH', 'breakpoint_set', { path: 'http://example.com/a.js', line: 1 }],
  ['E_OUTSIDE_WORKSPACE', 'breakpoint_set', { path: '/etc/hosts', line: 1 }],
  ['E_INVALID_LINE', 'breakpoint_set', { path: 'sum.js', line: 99 }],
  ['E_CONTENT_MISMATCH', 'breakpoint_set', { path: 'sum.js', line: 3, expect: 'total -= n' }],
  ['E_AMBIGUOUS_SYMBOL', 'breakpoint_set', { path: 'sum.js', text: 'total' }],
  ['E_SYMBOL_NOT_FOUND', 'breakpoint_set', { path: 'sum.js', text: 'subtotal' }],
  ['E_NOT_FOUND', 'breakpoint_remove', { id: 'bp99' }],
  ['E_NOT_FOUND', 'breakpoint_remove', { path: 'sum.js', line: 1 }],
  ['E_NO_SESSION', 'breakpoint_set_exception', { mode: 'all' }],
  ['E_NO_SESSION', 'breakpoint_set_data', { expression: 'total' }],
  ['E_NO_SESSION', 'debug_stop', { session: 'debug_unknown' }],
  ['E_NO_SESSION', 'debug_restart', {}],
  ['E_NO_SESSION', 'debug_continue', {}],
  ['E_NO_SESSION', 'debug_pause', {}],
  ['E_NO_SESSION', 'debug_step_over', {}],
  ['E_NO_SESSION', 'debug_step_into', {}],
  ['E_NO_SESSION', 'debug_step_out', {}],
  ['E_NO_SESSION', 'debug_step_back', {}],
  ['E_NO_SESSION', 'debug_run_to_line', { path: 'sum.js', line: 1 }],
  ['E_NO_SESSION', 'debug_wait_for_hit', {}],
  ['E_CONFIG_NOT_FOUND', 'debug_start', { launch: 'Server' }],
  ['E_CONFIG_NOT_FOUND', 'debug_attach', { launch: 'Server' }],
  ['E_UNTRUSTED_WORKSPACE', 'debug_start', { config: { type: 'node', program: '/usr/lib/other.js' } }],
  ['E_LAUNCH_FAILED', 'debug_start', { path: 'notes.txt' }],
] as const;

const inStop = [
  ['E_ALREADY_STOPPED', 'debug_pause', {}],
  ['E_INVALID_LINE', 'debug_run_to_line', { path: 'sum.js', line: 99 }],
  ['E_UNSUPPORTED_CAPABILITY', 'debug_step_back', {}],
  ['E_UNSUPPORTED_CAPABILITY', 'debug_step_over', { granularity: 'instruction' }],
  ['E_UNSUPPORTED_CAPABILITY', 'breakpoint_set', { function: 'main' }],
  ['E_UNSUPPORTED_CAPABILITY', 'breakpoint_set_data', { expression: 'total' }],
  ['E_UNSUPPORTED_CAPABILITY', 'breakpoint_set_exception', { filters: ['raised'] }],
  ['E_UNSUPPORTED_CAPABILITY', 'breakpoint_set_exception', { types: ['TypeError'] }],
  ['E_SYMBOL_NOT_FOUND', 'debug_step_into', { target: 'nothing' }],
  ['E_NOT_FOUND', 'debug_wait_for_hit', { breakpoint: 'bp99' }],
  ['E_INVALID_PARAMS', 'debug_wait_for_hit', { outputMatches: '(' }],
] as const;

const inRun = [
  ['E_NOT_STOPPED', 'debug_continue', {}],
  ['E_NOT_STOPPED', 'debug_step_over', {}],
  ['E_NOT_STOPPED', 'debug_step_into', {}],
  ['E_NOT_STOPPED', 'debug_step_out', {}],
  ['E_NOT_STOPPED', 'debug_step_back', {}],
  ['E_NOT_STOPPED', 'debug_run_to_line', { path: 'loop.js', line: 3 }],
  ['E_NOT_STOPPED', 'breakpoint_set_data', { expression: 'turns' }],
] as const;

const isMissing = (await debugAdapter('js-debug')) === undefined;

describe('errors of calls without a program', () => {
  test.each(withoutSession)('%s by %s %j', async (code, tool, input) => {
    expectHelpful(await open().read(tool, input), code);
  });

  test('E_NO_ADAPTER names the command that installs it, where nobody can be asked', async () => {
    const text = await openDebugClient({ files, adapters: 'none' }).read('debug_start', { path: 'sum.js' });
    expectHelpful(text, 'E_NO_ADAPTER');
    expect(text).toContain('molehill adapters install js-debug');
  });

  test('E_DECLINED where the person does not want it installed', async () => {
    const asked: string[] = [];
    const client = openDebugClient({
      files,
      adapters: 'none',
      ask: async ({ message }) => {
        asked.push(message);
        return { action: 'decline' };
      },
    });
    expectHelpful(await client.read('debug_start', { path: 'sum.js' }), 'E_DECLINED');
    expect(asked).toEqual([expect.stringContaining('js-debug')]);
  });

  test('E_CONFIRMATION_REQUIRED names the inputs of a configuration', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of launch.json.
    const launch = { type: 'node', request: 'launch', name: 'Ask', program: '${input:program}' };
    const client = open({ '.vscode/launch.json': JSON.stringify({ configurations: [launch] }) });
    const text = await client.read('debug_start', { launch: 'Ask' });
    expectHelpful(text, 'E_CONFIRMATION_REQUIRED');
    expect(text).toContain('program');
  });

  test('E_PRELAUNCH_FAILED shows what the task printed', async () => {
    const launch = {
      type: 'node',
      request: 'launch',
      name: 'Built',
      program: 'sum.js',
      preLaunchTask: 'build',
    };
    const task = { label: 'build', type: 'shell', command: 'echo no compiler here; exit 2' };
    const client = open({
      '.vscode/launch.json': JSON.stringify({ configurations: [launch] }),
      '.vscode/tasks.json': JSON.stringify({ version: '2.0.0', tasks: [task] }),
    });
    const text = await client.read('debug_start', { launch: 'Built' });
    expectHelpful(text, 'E_PRELAUNCH_FAILED');
    expect(text).toContain('no compiler here');
  });
});

describe.skipIf(isMissing)('errors of calls with a program', { timeout: 60_000 }, () => {
  test('while it is stopped', async () => {
    const client = await openStopped();
    for (const [code, tool, input] of inStop) expectHelpful(await client.read(tool, input), code);
    expect(await client.call('debug_status')).toMatchObject({ sessions: [{ state: 'stopped' }] });
  });

  test('while it runs', async () => {
    const client = await openRunning();
    for (const [code, tool, input] of inRun) expectHelpful(await client.read(tool, input), code);
  });

  test('E_AMBIGUOUS_SESSION lists the ids, and no program is ended', async () => {
    const client = await openStopped();
    await client.call('debug_start', { path: 'sum.js' });
    for (const tool of ['debug_stop', 'debug_restart'] as const) {
      const text = await client.read(tool);
      expectHelpful(text, 'E_AMBIGUOUS_SESSION');
      expect(text.match(/debug_[\w-]{20,}/g)).toHaveLength(2);
    }
    const { sessions } = await client.call('debug_status');
    expect(sessions).toHaveLength(2);
    expect((await client.call('debug_stop', { all: true })).stopped).toHaveLength(2);
  });

  test('E_STALE_REFERENCE after the program resumed', async () => {
    const client = await openStopped();
    const { frame } = (await client.call('debug_step_over')) ?? {};
    await client.call('debug_step_over');
    const input = { frame, expression: 'total' };
    expectHelpful(await client.read('debug_evaluate', input), 'E_STALE_REFERENCE');
  });

  test('E_SESSION_ENDED when the named session has ended', async () => {
    const client = await openStopped();
    const { session } = await client.call('debug_stop').then(({ stopped }) => stopped[0] ?? { session: '' });
    expectHelpful(await client.read('debug_continue', { session }), 'E_SESSION_ENDED');
  });

  test('E_UNSUPPORTED_CAPABILITY for restarting what a program forked', async () => {
    const parent = "require('node:child_process').fork(__dirname + '/loop.js');\n";
    const client = open({ 'parent.js': parent });
    await client.call('breakpoint_set', { path: 'loop.js', line: 3 });
    const { session } = await client.call('debug_start', { path: 'parent.js' });
    const { sessions } = await client.call('debug_status');
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ id }) => id === session)?.parent).toBe(sessions[0]?.id);
    expectHelpful(await client.read('debug_restart', { session }), 'E_UNSUPPORTED_CAPABILITY');
  });

  test('E_CANCELLED leaves the program as it is', async () => {
    const client = await openRunning();
    const controller = new AbortController();
    const waiting = client.read('debug_wait_for_hit', {}, controller.signal);
    controller.abort();
    expectHelpful(await waiting, 'E_CANCELLED');
    expect(await client.call('debug_status')).toMatchObject({ sessions: [{ state: 'running' }] });
  });

  test('a wait that runs out is no error', async () => {
    const client = await openRunning();
    const text = await client.read('debug_wait_for_hit', { timeoutMs: 50 });
    expect(text).toContain('event: running');
    expect(text).toContain('debug_pause');
  });

  test('E_LAUNCH_FAILED when nothing listens at the port', async () => {
    const input = { type: 'node', port: 1, timeoutMs: 3_000 };
    expectHelpful(await open().read('debug_attach', input), 'E_LAUNCH_FAILED');
  });

  test('the sessions and breakpoints of a caller are its own', async () => {
    const client = await openStopped();
    const { sessions } = await client.call('debug_status');
    const other = client.as('another');
    const session = sessions[0]?.id;
    expectHelpful(await other.read('debug_continue', { session }), 'E_NO_SESSION');
    expect(await other.call('breakpoint_list')).toMatchObject({ total: 0 });
    await client.disconnect();
    expect(client.host.debug.sessions).toEqual([]);
    expect(client.host.debug.breakpoints.list()).toEqual([]);
  });

  test('a folder of another project is not trusted', async () => {
    const config = { type: 'node', program: join(tempFolder(), 'a.js') };
    expectHelpful(await open().read('debug_start', { config }), 'E_UNTRUSTED_WORKSPACE');
  });
});
