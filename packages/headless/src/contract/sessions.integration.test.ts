import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { cCompiler } from '../../../../test/engines/c-compiler.ts';
import { debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import { Adapters } from '../adapters/adapters.ts';
import type { AdapterSource } from '../dap/debug-host.ts';
import { openDebugClient } from '../testing/debug-client.ts';
import { runTicking, TICKING } from '../testing/running-program.ts';

const STEPS = 'let a = 1;\na += 1;\na += 2;\na += 3;\na += 4;\nconsole.log(a);\n';
const C = `int total = 1;
int other = 1;
void change(void) {
  other += 1;
  total += 1;
  other += 1;
}
int main(void) {
  other = 5;
  change();
  return total;
}
`;
/** The adapters of a machine that has none; installing copies from the test cache what is else downloaded. */
function installable(cached: string): AdapterSource {
  const stateRoot = tempFolder();
  const reaper = { watch() {}, forget() {}, close() {} };
  const adapters = new Adapters({ env: { HOME: stateRoot, PATH: '' }, stateRoot, config: {}, reaper });
  return {
    find: (type) => adapters.find(type),
    install: async () =>
      cpSync(dirname(cached), join(stateRoot, 'adapters', basename(dirname(cached))), { recursive: true }),
  };
}

describe('sessions', { timeout: 60_000 }, () => {
  test('steps several times in one call, and says what changed over all of them', async () => {
    const client = openDebugClient({ files: { 'a.js': STEPS } });
    await client.call('breakpoint_set', { path: 'a.js', line: 2 });
    await client.call('debug_start', { path: 'a.js' });
    const stepped = await client.call('debug_step_over', { count: 3 });
    expect(stepped).toMatchObject({ event: 'stopped', reason: 'step', line: 5 });
    expect(stepped.changed).toEqual([expect.objectContaining({ name: 'a', from: '1', to: '7' })]);
    expect(await client.call('debug_step_over', { count: 50 })).toMatchObject({
      event: 'exited',
      exitCode: 0,
    });
  });

  test('stops where a value is written, in a program that can tell', async ({ skip }) => {
    const compiler = cCompiler() ?? skip();
    if (!(await debugAdapter('codelldb'))) skip();
    const client = openDebugClient({ files: { 'a.c': C } });
    const output = ['-o', join(client.folder, 'a'), join(client.folder, 'a.c')];
    execFileSync(compiler, ['-g', '-O0', ...output]);
    await client.call('breakpoint_set', { path: 'a.c', line: 9 });
    await client.call('debug_start', { path: 'a.c' });
    const set = await client.call('breakpoint_set_data', { expression: 'total' });
    expect(set).toMatchObject({ id: expect.stringMatching(/^data1/), dataId: expect.any(String) });
    const { breakpoints } = await client.call('breakpoint_list', { kind: 'data' });
    expect(breakpoints).toEqual([expect.objectContaining({ id: set.id, kind: 'data' })]);
    const stopped = await client.call('debug_continue');
    expect(stopped).toMatchObject({ event: 'stopped', reason: 'data breakpoint', function: 'change' });
    const { results } = await client.call('debug_evaluate', { expression: 'total' });
    expect(results[0]?.value).toBe('2');
  });

  test('starts a compound, names its sessions, and ends them together', async () => {
    const one = { type: 'node', request: 'launch', name: 'One', program: 'one.js' };
    const two = { ...one, name: 'Two', program: 'two.js' };
    const compounds = [{ name: 'Both', configurations: ['One', 'Two'], stopAll: true }];
    const launches = JSON.stringify({ configurations: [one, two], compounds });
    const files = { 'one.js': TICKING.node, 'two.js': TICKING.node, '.vscode/launch.json': launches };
    const client = openDebugClient({ files });
    await client.call('breakpoint_set', { path: 'two.js', line: 3 });
    const started = await client.call('debug_start', { launch: 'Both' });
    expect(started).toMatchObject({ event: 'stopped', file: 'two.js', line: 3 });
    expect(started.sessions).toHaveLength(2);
    expect(started.sessions).toContain(started.session);
    const { sessions } = await client.call('debug_status');
    expect(sessions.map(({ name, state }) => [name, state])).toEqual([
      [expect.stringContaining('One'), 'running'],
      [expect.stringContaining('Two'), 'stopped'],
    ]);
    expect((await client.call('debug_stop', { all: true })).stopped).toHaveLength(2);
    expect(client.host.debug.sessions).toEqual([]);
  });

  test.each([
    ['node', 'tick.js', 3],
    ['python', 'tick.py', 5],
  ] as const)('attaches to %s, stops it, detaches, and it goes on', async (type, path, line) => {
    const client = openDebugClient({ files: { [path]: TICKING[type] } });
    const { program, port } = await runTicking(type, join(client.folder, path));
    const attached = await client.call('debug_attach', { type, port });
    expect(attached.event).toBe('running');
    await client.call('breakpoint_set', { path, line });
    expect(await client.call('debug_wait_for_hit')).toMatchObject({ event: 'stopped', file: path, line });
    await client.call('breakpoint_clear');
    const { stopped } = await client.call('debug_stop', { detach: true });
    expect(stopped).toMatchObject([{ session: attached.session }]);
    for (let left = 2; left > 0; left -= 1) expect(await program.nextOutput()).toContain('tick');
    expect(program.hasEnded).toBe(false);
  });

  test('installs a missing adapter when the person accepts, and starts the program', async ({ skip }) => {
    const adapters = installable((await debugAdapter('js-debug')) ?? skip());
    const asked: string[] = [];
    const client = openDebugClient({
      files: { 'a.js': STEPS },
      adapters,
      ask: async ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: { confirm: true } };
      },
    });
    expect(await client.call('debug_start', { path: 'a.js' })).toMatchObject({
      event: 'exited',
      outputTail: ['11'],
    });
    expect(asked).toEqual([expect.stringContaining('js-debug')]);
    await client.call('debug_start', { path: 'a.js' });
    expect(asked).toHaveLength(1);
  });
});
