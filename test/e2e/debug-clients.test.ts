import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { at, items, text } from '../clients/json.ts';
import { adapterEnvironment } from '../engines/debug-adapters.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { connectClient, streamableTransport } from './support/clients.ts';
import { debugProject, startTicks } from './support/debug-programs.ts';
import { type Debugger, type DebuggerProgram, openDebugger } from './support/debugger.ts';
import { startUp } from './support/molehill.ts';
import { commandOf, descendants, isGone, processesWithHome } from './support/processes.ts';
import { until } from './support/until.ts';

/** Clients that leave, and a Molehill that is killed, with programs under a debugger. */

/** Only there a test can see all processes that another one started. */
const onLinux = describe.runIf(process.platform === 'linux');

afterEach(endEverything);

/** A program with a child in a process group of its own, stopped in the child. */
async function debugFamily(client: Debugger): Promise<string> {
  await client.call('breakpoint_set', { path: 'steps.cjs', line: 3 });
  const { data } = await client.call('debug_start', { path: 'family.cjs' });
  expect(data).toMatchObject({ event: 'stopped', file: 'steps.cjs', line: 3 });
  const commands = client.processes().map(commandOf);
  for (const name of ['family.cjs', 'steps.cjs'])
    expect(commands).toContainEqual(expect.stringContaining(name));
  return text(at(data, 'session'));
}

onLinux.each<DebuggerProgram>(['molehill', 'vscb'])('%s mcp', (program) => {
  const leave = {
    'client is gone': ({ client }: Debugger) => client.close(),
    'server gets SIGTERM': ({ pid }: Debugger) => process.kill(pid, 'SIGTERM'),
    'server gets SIGKILL': ({ pid }: Debugger) => process.kill(pid, 'SIGKILL'),
  };

  test.each(Object.entries(leave))('leaves no process when the %s', async (_, end) => {
    const client = await openDebugger(program, debugProject());
    await debugFamily(client);
    const before = [client.pid, ...descendants(client.pid), ...client.processes()];
    await end(client);
    await until('no process is left', () => client.processes().length === 0 && before.every(isGone));
  });

  test.each(Object.entries(leave))('an attached program runs on when the %s', async (_, end) => {
    const workspace = debugProject();
    const client = await openDebugger(program, workspace);
    const { running: ticks, pid: processId, port } = await startTicks(workspace);
    await client.call('debug_attach', { type: 'node', port });
    await client.call('breakpoint_set', { path: 'ticks.mjs', line: 4 });
    expect((await client.call('debug_wait_for_hit', {})).data).toMatchObject({ event: 'stopped', line: 4 });
    const before = [client.pid, ...descendants(client.pid)];
    await end(client);
    await until('no process is left', () => before.every(isGone));
    const { length } = ticks.output.stdout;
    await until('the program runs on', () => ticks.output.stdout.length > length);
    expect(isGone(processId)).toBe(false);
  });

  test('tells a subscribed client of a stop, and one that asked for log messages', async () => {
    const client = await openDebugger(program, debugProject());
    const [events, updated] = [[] as unknown[], [] as string[]];
    client.client.setNotificationHandler('notifications/message', ({ params }) => {
      events.push(params.data);
    });
    client.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri);
    });
    await client.client.setLoggingLevel('info');
    const { data } = await client.call('debug_start', { path: 'ticks.mjs', wait: 'started' });
    const session = text(at(data, 'session'));
    const uri = `molehill://debug/${session}`;
    await client.client.subscribeResource({ uri });
    updated.length = 0;
    await client.call('breakpoint_set', { path: 'ticks.mjs', line: 4 });
    await until('the update', () => updated.includes(uri));
    await until('the message', () => events.some((event) => at(event, 'event') === 'debug.stopped'));
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'debug.stopped', session, reason: 'breakpoint', line: 4 }),
    );
    const { contents } = await client.client.readResource({ uri });
    expect(JSON.parse(text(at(contents, 0, 'text')))).toMatchObject({ state: 'stopped', line: 4 });
  });
});

onLinux('two clients of molehill up', () => {
  /** Two agents in one workspace, each with a session of its own at the server. */
  async function serve() {
    const home = temporaryFolder();
    const env = await adapterEnvironment('js-debug');
    const up = await startUp(['--port', '0', '--workspace', debugProject()], { home, env });
    const connect = async () => {
      const transport = streamableTransport(up);
      const client = await connectClient(transport);
      return { call: callerOf(client), leave: () => transport.terminateSession() };
    };
    const processes = () => processesWithHome(home).filter((pid) => pid !== up.running.pid);
    return { one: await connect(), two: await connect(), processes };
  }

  function callerOf(client: Client) {
    return async (tool: string, input: Record<string, unknown> = {}): Promise<unknown> => {
      const answer = await client.callTool({ name: `editor__${tool}`, arguments: input });
      const { structuredContent } = answer;
      return answer.isError ? at(structuredContent, 'error') : at(structuredContent, 'data');
    };
  }

  test('three sessions at once belong to their own client', async () => {
    const { one, two, processes } = await serve();
    await one.call('breakpoint_set', { path: 'steps.cjs', line: 2 });
    await two.call('breakpoint_set', { path: 'steps.cjs', line: 3 });
    const stops = await Promise.all(
      [one, two, two].map(({ call }) => call('debug_start', { path: 'steps.cjs' })),
    );
    expect(stops.map((stop) => at(stop, 'line'))).toEqual([2, 3, 3]);
    const [first = '', second = '', third = ''] = stops.map((stop) => text(at(stop, 'session')));
    const seen = async ({ call }: typeof one) =>
      items(at(await call('debug_status'), 'sessions')).map((session) => at(session, 'id'));
    expect(await seen(one)).toEqual([first]);
    expect((await seen(two)).toSorted()).toEqual([second, third].toSorted());
    const lines = async ({ call }: typeof one) =>
      items(at(await call('breakpoint_list'), 'breakpoints')).map((breakpoint) => at(breakpoint, 'line'));
    expect([await lines(one), await lines(two)]).toEqual([[2], [3]]);

    const evaluate = { expression: 'a', session: second };
    expect(await one.call('debug_evaluate', evaluate)).toMatchObject({ code: 'E_NO_SESSION' });
    expect(await two.call('debug_evaluate', evaluate)).toMatchObject({ results: [{ value: '2' }] });
    expect(await two.call('debug_stop')).toMatchObject({ code: 'E_AMBIGUOUS_SESSION' });
    expect(await one.call('debug_step_over')).toMatchObject({ session: first, line: 3, reason: 'step' });
    await one.call('debug_stop', { all: true });
    expect(await two.call('stack_get', { session: third })).toMatchObject({ frames: [{ line: 3 }] });
    await two.call('debug_stop', { all: true });
    await until('no process is left', () => processes().length === 0);
  });

  test('a client that leaves takes its programs and breakpoints with it, and no other', async () => {
    const { one, two, processes } = await serve();
    await one.call('breakpoint_set', { path: 'steps.cjs', line: 2 });
    await one.call('debug_start', { path: 'steps.cjs' });
    await two.call('breakpoint_set', { path: 'steps.cjs', line: 4 });
    const session = text(at(await two.call('debug_start', { path: 'steps.cjs' }), 'session'));
    const running = () => processes().filter((pid) => commandOf(pid).includes('steps.cjs')).length;
    expect(running()).toBe(2);
    await one.leave();
    await until('one program is left', () => running() === 1);
    expect(await two.call('debug_evaluate', { expression: 'a', session })).toMatchObject({
      results: [{ value: '4' }],
    });
    await two.leave();
    await until('no process is left', () => processes().length === 0);
  });
});
