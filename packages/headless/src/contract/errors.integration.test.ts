import { join } from 'node:path';
import { expectHelpful } from '@molehill/core/testing/error-text';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import { describeAdapterErrors } from '../testing/adapter-errors.ts';
import { type CodeClient, type CodeClientOptions, openCodeClient } from '../testing/code-client.ts';
import { type DebugClient, type DebugClientOptions, openDebugClient } from '../testing/debug-client.ts';
import { afterEnd, inRun, inStop, withoutSession, withStale } from '../testing/error-cases.ts';
import { ErrorRecord } from '../testing/error-record.ts';
import { describeLaunchErrors, nodeTests } from '../testing/launch-errors.ts';
import { describeRefactoringErrors } from '../testing/refactoring-errors.ts';
import { describeServerErrors } from '../testing/server-errors.ts';
import { describeSettingErrors } from '../testing/setting-errors.ts';
import { describeSymbolErrors } from '../testing/symbol-errors.ts';

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
const files = { 'sum.js': PROGRAM, 'loop.js': LOOP, 'notes.txt': 'Buy milk.\n', 'saved.jsonl': '1\n' };

const record = new ErrorRecord();

function open(options: DebugClientOptions = {}): DebugClient {
  return record.watch(openDebugClient({ ...options, files: { ...files, ...options.files } }));
}

function openCode(options: CodeClientOptions): CodeClient {
  return record.watch(openCodeClient(options));
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

const isMissing = (await debugAdapter('js-debug')) === undefined;

describe('errors of calls without a program', () => {
  test.each(withoutSession)('%s by %s %j', async (code, tool, input) => {
    expectHelpful(await open().read(tool, { ...input }), code);
  });

  test('E_NO_ADAPTER names the command that installs it, where nobody can be asked', async () => {
    const client = open({ adapters: 'none', files: nodeTests });
    for (const [tool, input] of [
      ['debug_start', { path: 'sum.js' }],
      ['debug_attach', { type: 'node', port: 1 }],
      ['test_debug', { path: 'sum.test.js', name: 'adds' }],
    ] as const) {
      const text = await client.read(tool, input);
      expectHelpful(text, 'E_NO_ADAPTER');
      expect(text).toContain('molehill adapters install js-debug');
    }
  });

  test('E_DECLINED where the person does not want it installed', async () => {
    const asked: string[] = [];
    const client = open({
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
    const client = open({ files: { '.vscode/launch.json': JSON.stringify({ configurations: [launch] }) } });
    const text = await client.read('debug_start', { launch: 'Ask' });
    expectHelpful(text, 'E_CONFIRMATION_REQUIRED');
    expect(text).toContain('program');
  });

  test('E_NO_TEST_AT_LOCATION names the nearest', async () => {
    const client = open({ files: nodeTests });
    for (const tool of ['test_run', 'test_debug']) {
      const text = await client.read(tool, { path: 'sum.test.js', name: 'add' });
      expectHelpful(text, 'E_NO_TEST_AT_LOCATION');
      expect(text).toContain('"adds"');
    }
  });

  test('E_INTERNAL names the entry of the log, and nothing of the fault', async () => {
    const client = open();
    client.host.debug.launches = () => Promise.reject(new TypeError('a fault of the host'));
    const text = await client.read('launch_list');
    expectHelpful(text, 'E_INTERNAL');
    expect(text).not.toContain('a fault of the host');
  });
});

describe.skipIf(isMissing)('errors of calls with a program', { timeout: 60_000 }, () => {
  test('while it is stopped', async () => {
    const client = await openStopped();
    for (const [code, tool, input] of inStop) expectHelpful(await client.read(tool, { ...input }), code);
    expect(await client.call('debug_status')).toMatchObject({ sessions: [{ state: 'stopped' }] });
  });

  test('while it runs', async () => {
    const client = await openRunning();
    for (const [code, tool, input] of inRun) expectHelpful(await client.read(tool, { ...input }), code);
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
    const { frame } = await client.call('debug_step_over');
    const { results } = await client.call('debug_evaluate', { expression: '[1]' });
    await client.call('debug_step_over');
    for (const [code, tool, input] of withStale(frame, results[0]?.variablesReference))
      expectHelpful(await client.read(tool, { ...input }), code);
  });

  test('E_SESSION_ENDED when the named session has ended', async () => {
    const client = await openStopped();
    const { stopped } = await client.call('debug_stop');
    for (const [code, tool, input] of afterEnd(stopped[0]?.session))
      expectHelpful(await client.read(tool, { ...input }), code);
  });

  test('E_UNSUPPORTED_CAPABILITY for restarting what a program forked', async () => {
    const parent = "require('node:child_process').fork(__dirname + '/loop.js');\n";
    const client = open({ files: { 'parent.js': parent } });
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

describeLaunchErrors(open);
describeAdapterErrors(open);
describeServerErrors(openCode);
describeSymbolErrors(openCode);
describeRefactoringErrors(openCode, (options) => open({ ...options, adapters: 'none' }));
describeSettingErrors(open);

test.skipIf(isMissing)('each tool answered every code that the catalogue declares for it', async () => {
  expect(await record.missing(open())).toEqual([]);
});
