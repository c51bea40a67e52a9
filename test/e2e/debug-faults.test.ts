import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { at, items, text } from '../clients/json.ts';
import { endEverything } from './support/cleanup.ts';
import { debugProject, LINES, startTicks } from './support/debug-programs.ts';
import { type Debugger, type DebuggerProgram, openDebugger } from './support/debugger.ts';
import { commandOf, isGone, peakMemoryOf } from './support/processes.ts';
import { until } from './support/until.ts';

/** Programs, adapters and requests that fail. After each, no process that the debugger started is left. */

/** The output that is kept takes 40 MB at most, and the process itself 90. */
const MOST_MEGABYTES = 400;
const isAdapter = (pid: number) => /dapDebugServer|vsDebugServer|debugpy\.adapter/.test(commandOf(pid));
const numbers = (values: readonly string[]) => values.map(Number);

/** Only there a test can see all processes that another one started. */
const onLinux = describe.runIf(process.platform === 'linux');

afterAll(endEverything);

onLinux.each<DebuggerProgram>(['molehill', 'vscb'])('%s mcp', (program) => {
  let client: Debugger;
  let workspace = '';
  beforeAll(async () => {
    workspace = debugProject();
    client = await openDebugger(program, workspace);
  });
  afterEach(async () => {
    await client.call('debug_stop', { all: true });
    await client.call('breakpoint_clear', {});
    await until('no process is left', () => client.processes().length === 0);
  });
  const run = async (path: string, more: object = {}) =>
    (await client.call('debug_start', { path, ...more })).data;
  const logs = async (input: object = {}) => (await client.call('dap_logs', { ...input })).data;

  /** A program that has printed `ready`, and a call that waits for its next stop. */
  const waitOn = async (path: string) => {
    const session = text(at(await run(path, { wait: 'started' }), 'session'));
    const ready = await client.call('debug_wait_for_hit', { session, outputMatches: 'ready \\d' });
    const pid = Number(/\d+/.exec(text(at(ready.data, 'match')))?.[0]);
    const input = { session, timeoutMs: 45_000 };
    const answer = client.client.callTool({ name: client.name('debug_wait_for_hit'), arguments: input });
    // Requests of one client begin in their order.
    await client.call('debug_status', {});
    return { session, pid, answer };
  };

  test.each(['idle.mjs', 'idle.py'])('%s: a wait fails when the adapter is killed', async (path) => {
    const { session, answer } = await waitOn(path);
    for (const pid of client.processes().filter(isAdapter)) process.kill(pid, 'SIGKILL');
    const { structuredContent } = await answer;
    expect(structuredContent).toMatchObject({
      error: {
        code: 'E_SESSION_ENDED',
        message: expect.stringContaining('SIGKILL'),
        hint: expect.stringContaining('dap_logs'),
      },
    });
    await until('no process is left', () => client.processes().length === 0);
    expect((await client.fail('debug_pause', { session })).code).toBe('E_SESSION_ENDED');
  });

  test.each([
    { path: 'idle.mjs', exitCode: 137 },
    // As debugpy reports it: -9 as a byte.
    { path: 'idle.py', exitCode: 247 },
  ])('$path: a killed program has no exit code of success', async ({ path, exitCode }) => {
    const { session, pid, answer } = await waitOn(path);
    process.kill(pid, 'SIGKILL');
    const { structuredContent } = await answer;
    expect(structuredContent).toMatchObject({ data: { event: 'exited', session, exitCode } });
  });

  test.each([
    { language: 'JavaScript', path: 'fork.mjs', child: 'child.mjs', line: 2 },
    { language: 'Python', path: 'fork.py', child: 'fork.py', line: 5 },
  ])('$language: a forked process is a session of its own', async ({ path, child, line }) => {
    await client.call('breakpoint_set', { path: child, line });
    const stop = await run(path);
    expect(stop).toMatchObject({ event: 'stopped', reason: 'breakpoint', file: child, line });
    const session = text(at(stop, 'session'));
    const { data } = await client.call('debug_evaluate', { expression: 'answer', session });
    expect(at(data, 'results', 0, 'value')).toBe('42');
    const sessions = items(at((await client.call('debug_status', {})).data, 'sessions'));
    const parent = text(
      at(
        sessions.find((one) => at(one, 'id') === session),
        'parent',
      ),
    );
    expect(sessions).toContainEqual(expect.objectContaining({ id: parent, state: 'running' }));
    const { data: stopped } = await client.call('debug_stop', { session: parent });
    expect(items(at(stopped, 'stopped')).map((one) => at(one, 'session'))).toEqual([parent, session]);
    await until('no process is left', () => client.processes().length === 0);
  });

  test('a process that outlives the program which started it is ended with the session', async () => {
    await run('leave.mjs', { wait: 'started' });
    await until('the child runs', () =>
      client.processes().some((pid) => /forever\.mjs/.test(commandOf(pid))),
    );
    await client.call('debug_stop', { all: true });
    await until('no process is left', () => client.processes().length === 0);
  });

  test.each(['loop.mjs', 'loop.py'])('%s: an endless loop is paused', async (path) => {
    expect(await run(path, { wait: 'started' })).toMatchObject({ event: 'running' });
    await client.call('debug_wait_for_hit', { outputMatches: 'ready' });
    const pause = async () => (await client.call('debug_pause', {})).data;
    expect(await pause()).toMatchObject({ event: 'stopped', reason: 'pause', file: path });
    const turns = async () => {
      const { data } = await client.call('debug_evaluate', { expression: 'turns' });
      return Number(at(data, 'results', 0, 'value'));
    };
    const before = await turns();
    const { data } = await client.call('debug_continue', { timeoutMs: 100 });
    expect(data).toMatchObject({ event: 'running' });
    expect(await pause()).toMatchObject({ event: 'stopped', reason: 'pause' });
    expect(await turns()).toBeGreaterThan(before);
  });

  test.each(['print.mjs', 'print.py'])('%s: 50 MB of output end in a bounded answer', async (path) => {
    const stop = await run(path, { timeoutMs: 45_000 });
    expect(stop).toMatchObject({ event: 'exited', exitCode: 0 });
    expect(text(items(at(stop, 'outputTail')).at(-1))).toContain('the end');
    const last = await logs({ match: 'the end' });
    expect(at(last, 'dropped')).toBeGreaterThan(0);
    const answer = await client.call('dap_logs', { limit: 1_000 });
    expect(answer.text.length).toBeLessThan(12_000);
    const lines = await logs({ match: `^${LINES} x`, limit: 1 });
    expect(items(at(lines, 'entries'))).toHaveLength(1);
    expect(peakMemoryOf(client.pid)).toBeLessThan(MOST_MEGABYTES);
  });

  test.each([
    { path: 'large.mjs', list: 'list', ring: 'ring.ring.ring' },
    { path: 'large.py', list: 'items', ring: "ring['ring']['ring']" },
  ])('$path: an array of 100,000 is read by page, and a cycle ends', async ({ path, list, ring }) => {
    await client.call('breakpoint_set', { path, line: 4 });
    expect(await run(path)).toMatchObject({ event: 'stopped' });
    const all = await client.call('variable_list', { depth: 5 });
    expect(all.text.length).toBeLessThan(12_000);
    const page = { path: list, kind: 'indexed', start: 99_990, count: 50 };
    const { data } = await client.call('variable_get', page);
    expect(data).toMatchObject({ start: 99_990, shown: 10, total: 100_000 });
    expect(numbers(items(at(data, 'children')).map((one) => text(at(one, 'value')))).at(-1)).toBe(99_999);
    expect(at(data, 'next')).toBeUndefined();
    const deep = await client.call('variable_get', { path: ring, depth: 5 });
    expect(deep.text.length).toBeLessThan(12_000);
    expect(JSON.stringify(at(deep.data, 'children'))).toContain('name');
  });

  test('a breakpoint that never binds is named with the reason', async () => {
    const { data } = await client.call('breakpoint_set', { path: 'never.mjs', line: 1 });
    const stop = await run('exit.mjs');
    expect(stop).toMatchObject({
      event: 'exited',
      unboundBreakpoints: [
        {
          id: at(data, 'id'),
          file: 'never.mjs',
          line: 1,
          message: expect.stringMatching(/unbound|no code/i),
        },
      ],
    });
  });

  test('a program that exits at once reports its exit code', async () => {
    expect(await run('exit.mjs')).toMatchObject({ event: 'exited', exitCode: 3 });
  });

  test('an uncaught exception stops the program before it exits with 1', async () => {
    expect(await run('throw.cjs')).toMatchObject({
      event: 'stopped',
      reason: 'exception',
      line: 2,
      exception: { id: 'RangeError', message: expect.stringContaining('too far') },
    });
    expect((await client.call('debug_continue', {})).data).toMatchObject({ event: 'exited', exitCode: 1 });
    expect(JSON.stringify(await logs())).toContain('RangeError: too far');
  });

  // Node.js runs a module inside a handler of its own, so no debugger stops there: nodejs/node#50430.
  test('an exception of a module itself is in the output', async () => {
    expect(await run('throw.mjs')).toMatchObject({ event: 'exited', exitCode: 1 });
    expect(JSON.stringify(await logs())).toContain('RangeError: too far');
  });

  test('what a program writes to its streams is in the output', async () => {
    expect(await run('write.mjs')).toMatchObject({ event: 'exited', exitCode: 0 });
    const entries = items(at(await logs(), 'entries'));
    expect(entries).toContainEqual(expect.objectContaining({ category: 'stdout', text: 'one write' }));
    expect(entries).toContainEqual(expect.objectContaining({ category: 'stderr', text: 'one complaint' }));
  });

  test('a program that reads its input finds the end of it', async () => {
    expect(await run('stdin.mjs', { timeoutMs: 5_000 })).toMatchObject({ event: 'exited', exitCode: 0 });
    expect(JSON.stringify(await logs())).toContain('read 0');
  });

  test('a program that cannot be started fails, and the next one starts', async () => {
    const config = {
      type: 'node',
      request: 'launch',
      program: 'exit.mjs',
      runtimeExecutable: '/no/such/node',
    };
    const { code, text: message } = await client.fail('debug_start', { config });
    expect(code).toBe('E_LAUNCH_FAILED');
    expect(message).toContain('/no/such/node');
    await until('no process is left', () => client.processes().length === 0);
    expect(await run('exit.mjs')).toMatchObject({ event: 'exited' });
  });

  test.each([
    ['the adapter starts', () => client.processes().some(isAdapter)],
    ['it waits for a stop', () => existsSync(join(workspace, 'ready'))],
  ])('a start that is cancelled while %s leaves nothing', async (_, isMoment) => {
    const abort = new AbortController();
    const starting = client.call('debug_start', { path: 'ready.mjs' }, abort.signal);
    const settled = starting.then(
      () => 'answered',
      () => 'cancelled',
    );
    await until('the moment', isMoment);
    abort.abort('changed my mind');
    expect(await settled).toBe('cancelled');
    await until('no process is left', () => client.processes().length === 0);
    const { data } = await client.call('debug_status', {});
    expect(at(data, 'sessions')).toEqual([]);
  });

  test('a program that was attached to runs on after the session', async () => {
    const { running: ticks, pid: processId, port } = await startTicks(workspace);
    const attached = await client.call('debug_attach', { type: 'node', port });
    expect(attached.data).toMatchObject({ event: 'running' });
    await client.call('breakpoint_set', { path: 'ticks.mjs', line: 4 });
    expect((await client.call('debug_wait_for_hit', {})).data).toMatchObject({ event: 'stopped', line: 4 });
    await client.call('debug_stop', { detach: true });
    await until('the adapter ended', () => client.processes().length === 0);
    const { length } = ticks.output.stdout;
    await until('the program runs on', () => ticks.output.stdout.length > length);
    expect(isGone(processId)).toBe(false);
  });
});
