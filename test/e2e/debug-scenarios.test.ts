import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '../clients/json.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { type Debugger, type DebuggerProgram, openDebugger } from './support/debugger.ts';
import { until } from './support/until.ts';

/** The acceptance scenarios of the debugging tools by number, without an editor. Scenario 6 is scripts/gen/editor/add-tool.test.ts. */

const PROGRAM = `function add(total, item) {
  const price = item.price * item.quantity;
  const next = total + price;
  return next;
}
const items = [{ price: 2, quantity: 3 }, { price: 5, quantity: 1 }];
let total = 0;
for (const item of items) total = add(total, item);
console.log('total', total);
`;
const FOREVER = 'setInterval(() => {}, 1000);\n';

function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/totals.mjs'), PROGRAM);
  writeFileSync(join(folder, 'src/forever.mjs'), FOREVER);
  return folder;
}

afterAll(endEverything);

describe.each<DebuggerProgram>(['molehill', 'vscb'])('%s mcp', (program) => {
  let client: Debugger;
  let expert: Debugger;
  let workspace = '';
  beforeAll(async () => {
    workspace = project();
    client = await openDebugger(program, workspace);
    expert = await openDebugger('vscb', project(), ['--profile', 'expert']);
  });

  test('1: lists every enabled tool with schema, category and guidance', async () => {
    const core = await client.tools();
    const all = await expert.tools();
    expect(all.length).toBeGreaterThanOrEqual(35);
    for (const tool of all) {
      expect(tool.description, tool.name).toMatch(/\S/);
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
      expect(at(tool._meta, 'category'), tool.name).toEqual(expect.any(String));
    }
    const names = new Set(all.map(({ name }) => name));
    for (const { name } of core) expect(names).toContain(name.replace('editor__', ''));
    for (const { name } of all) {
      const shown = await expert.call('docs_get', { id: name });
      expect(shown.text, name).toContain(name);
    }
  });

  test('2: sets a breakpoint by its old name, and says what the adapter said', async () => {
    const answer = await client.call('breakpoint_add', { path: 'src/totals.mjs', line: 3 });
    expect(answer.data).toMatchObject({
      path: 'src/totals.mjs',
      line: 3,
      content: expect.stringContaining('const next'),
      verified: 'pending',
    });
  });

  test('3: rejects missing and mistyped parameters by name', async () => {
    const missing = await client.fail('breakpoint_set', { line: 3 });
    expect(missing.code).toBe('E_INVALID_PARAMS');
    expect(missing.text).toContain('path');
    const mistyped = await client.fail('breakpoint_set', { path: 'src/totals.mjs', line: 'three' });
    expect(mistyped.code).toBe('E_INVALID_PARAMS');
    expect(mistyped.text).toContain('line');
    const evaluate = await client.fail('debug_evaluate', {});
    expect(evaluate.text).toContain('expression');
  });

  test('5 and 8: names the missing session and the tool that starts one', async () => {
    for (const [tool, input] of [
      ['debug_evaluate', { expression: '1' }],
      ['debug_continue', {}],
      ['debug_step_over', {}],
      ['stack_get', {}],
      ['variable_list', {}],
    ] as const) {
      const { code, text } = await client.fail(tool, input);
      expect(code, tool).toBe('E_NO_SESSION');
      expect(text, tool).toContain('debug_start');
    }
    const tools = await client.tools();
    const evaluate = tools.find(({ name }) => name === client.name('debug_evaluate'));
    expect(at(evaluate?._meta, 'requires')).toContain('debug_start');
  });

  test('4: uses what earlier tools returned', async () => {
    await client.call('breakpoint_set', { path: 'src/totals.mjs', line: 3 });
    const stop = await client.call('debug_start', { path: 'src/totals.mjs' });
    expect(stop.data).toMatchObject({
      event: 'stopped',
      line: 3,
      file: 'src/totals.mjs',
      function: expect.stringContaining('add'),
    });
    const { session, frame } = stop.data as { session: string; frame: string };
    const value = await client.call('debug_evaluate', { expression: 'price + 1', frame, session });
    expect(JSON.stringify(value.data)).toContain('"7"');
    await client.call('breakpoint_clear', {});
    const end = await client.call('debug_continue', { session });
    expect(end.data).toMatchObject({ event: expect.stringMatching(/exited|terminated/), exitCode: 0 });
    expect((await client.call('dap_logs', { session })).text).toContain('total 11');
  });

  test('7: names tools thing_action, grouped by thing', async () => {
    const kept = new Set(['rename_file', 'rename_symbol', 'get_setting', 'set_setting']);
    const things = new Set<string>();
    for (const { name } of await expert.tools()) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
      if (!kept.has(name)) things.add(name.split('_')[0] ?? '');
    }
    expect([...things].sort()).toEqual([
      'action',
      'breakpoint',
      'bridge',
      'code',
      'dap',
      'debug',
      'diagnostic',
      'docs',
      'editor',
      'exception',
      'launch',
      'memory',
      'module',
      'scope',
      'stack',
      'symbol',
      'test',
      'thread',
      'variable',
    ]);
  });

  test('9: an expired wait answers running, and what to do next', async () => {
    await client.call('debug_start', { path: 'src/forever.mjs', wait: 'started' });
    const { data, text } = await client.call('debug_wait_for_hit', { timeoutMs: 300 });
    expect(data).toMatchObject({ event: 'running' });
    expect(text).toContain(client.name('debug_pause'));
    await client.call('debug_stop', { all: true });
  });

  test('10: a cancelled wait ends at once, and the session can still be used', async () => {
    await client.call('debug_start', { path: 'src/forever.mjs', wait: 'started' });
    const abort = new AbortController();
    const waiting = client.call('debug_wait_for_hit', { timeoutMs: 45_000 }, abort.signal);
    const settled = waiting.then(
      () => 'answered',
      () => 'cancelled',
    );
    abort.abort('changed my mind');
    expect(await settled).toBe('cancelled');
    expect((await client.call('debug_pause', {})).data).toMatchObject({ event: 'stopped' });
    await client.call('debug_stop', { all: true });
    await until('no process is left', () => client.processes().length === 0);
  });
});
