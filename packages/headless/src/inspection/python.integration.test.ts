import { expect, test } from 'vitest';
import { openDebugClient } from '../testing/debug-client.ts';

const program = `import os
module_value = 42
class Point:
    def __init__(self): self.x = 1
    @property
    def boom(self): raise ValueError('no')
def work(cart):
    big = [{'i': i} for i in range(100000)]
    cyclic = {'name': 'c'}
    cyclic['self'] = cyclic
    point = Point()
    password = b'hunter2'
    api_key = ''
    pair = (1, 2)
    huge = 'x' * 200000
    text = '😀é'
    count = 3
    print('password = hunter2', count)
    return len(big) + count
print(work({'total': 3, 'items': [{'price': 1}, {'price': 2}]}))
raise ValueError('planned')
`;

async function stopped(line = 19) {
  const client = openDebugClient({ files: { 'a.py': program } });
  await client.call('breakpoint_set', { path: 'a.py', line });
  expect(await client.call('debug_start', { path: 'a.py' })).toMatchObject({ event: 'stopped', line });
  return client;
}

test('lists variables within the budget, masked, without groups of the adapter', async () => {
  const client = await stopped();
  const { scopes, truncation } = await client.call('variable_list');
  const shown = new Map(scopes.flatMap(({ variables }) => variables).map((each) => [each.name, each]));
  expect(shown.get('count')).toMatchObject({ value: '3', type: 'int' });
  expect(shown.get('password')).toMatchObject({ value: '[masked: password]', redacted: true });
  expect(shown.get('password')?.ref).toBeUndefined();
  expect(shown.get('api_key')).toMatchObject({ value: "''" });
  expect([...shown.keys()].join()).not.toContain('variables');
  expect(truncation?.dropped.length).toBeGreaterThan(0);
  const text = await client.read('variable_list', { depth: 5, maxTokens: 600 });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(600 * 3.5);
});

test('takes the module for local at the top level, and finds functions by name', async () => {
  const client = await stopped(20);
  const { scopes } = await client.call('variable_list', { names: ['module_value', 'work'], scope: 'local' });
  expect(scopes[0]?.variables).toMatchObject([{ name: 'module_value', value: '42' }, { name: 'work' }]);
  expect(await client.read('variable_list', { scope: 'closure' })).toMatch(
    /^\[E_UNSUPPORTED_CAPABILITY\].*Locals \(local\), Globals \(global\)/,
  );
});

test('pages beyond the first hundred elements, which the adapter does not list', async () => {
  const client = await stopped();
  const page = await client.call('variable_get', { path: 'big', start: 99_995, count: 10 });
  expect(page).toMatchObject({ start: 99_995, shown: 5, total: 100_000, by: 'evaluate' });
  expect(page.children.map(({ name, value }) => [name, value])[4]).toEqual(['99999', "{'i': 99999}"]);
  expect(await client.call('variable_get', { path: 'big[99999]' })).toMatchObject({ value: "{'i': 99999}" });
  expect(await client.call('variable_get', { path: 'cart.items[1].price' })).toMatchObject({ value: '2' });
  expect(await client.call('variable_get', { path: 'cyclic.self.self.name' })).toMatchObject({
    value: "'c'",
  });
  expect(await client.read('variable_get', { path: 'point.nope' })).toMatch(/^\[E_NOT_FOUND\] "nope".*x/);
});

test('sets variables; refuses tuples and values that the adapter would ignore', async () => {
  const client = await stopped();
  expect(await client.call('variable_set', { path: 'count', value: '7' })).toMatchObject({
    old: '3',
    new: '7',
  });
  expect(await client.call('variable_set', { path: 'cart.total', value: '9' })).toMatchObject({ new: '9' });
  expect(await client.call('debug_evaluate', { expression: "cart['total'] + count" })).toMatchObject({
    results: [{ value: '16' }],
  });
  expect(await client.read('variable_set', { path: 'pair[0]', value: '9' })).toMatch(/^\[E_IMMUTABLE\]/);
  expect(await client.read('variable_set', { path: 'count', value: 'nope' })).toMatch(
    /^\[E_EVALUATE_FAILED\].*nope/,
  );
  expect(await client.read('variable_set', { path: 'count', value: ')(' })).toMatch(/^\[E_EVALUATE_FAILED\]/);
});

test('stops an endless expression and stays usable', async () => {
  const client = await stopped();
  const text = await client.read('debug_evaluate', { expression: 'next(x for x in iter(int, 1) if x)' });
  expect(text).toMatch(/^\[E_TIMEOUT\] .* ran for .* and was stopped\./);
  expect(await client.call('debug_evaluate', { expression: 'count' })).toMatchObject({
    results: [{ value: '3' }],
  });
});

test('says honestly that an expression still runs, and the program is usable when it ended', async () => {
  const client = await stopped();
  const expression = '__import__("time").sleep(2) or 5';
  expect(await client.read('debug_evaluate', { expression, timeoutMs: 300 })).toMatch(
    /^\[E_TIMEOUT\].*may still be running.*debug_stop/,
  );
  expect(await client.call('debug_evaluate', { expression: 'count' })).toMatchObject({
    results: [{ value: '3' }],
  });
});

test('saves a list that the adapter does not list whole', async () => {
  const client = await stopped();
  const saved = await client.call('variable_save', {
    expression: 'big',
    out: 'b.jsonl',
    maxItems: 250,
    depth: 1,
  });
  expect(saved).toMatchObject({ items: 250, truncated: true });
  const lines = (await client.host.workspace.readText(`${client.folder}/b.jsonl`)).trim().split('\n');
  expect(JSON.parse(lines[249] ?? '')).toEqual({ i: 249 });
});

test('describes the exception of a stop, and lists it with what was printed', async () => {
  const client = await stopped();
  expect(await client.read('exception_info')).toMatch(/^\[E_NOT_FOUND\].*breakpoint.*dap_exceptions/);
  expect(await client.call('debug_continue')).toMatchObject({ event: 'stopped', reason: 'exception' });
  expect(await client.call('exception_info')).toMatchObject({
    id: expect.stringContaining('ValueError'),
    message: 'planned',
  });
  const atStop = await client.call('dap_exceptions');
  expect(atStop.exceptions).toMatchObject([
    { from: 'stop', file: 'a.py', line: 21, message: expect.stringContaining('planned') },
  ]);
  expect(await client.call('debug_continue')).toMatchObject({ event: 'exited', exitCode: 1 });
  const { exceptions } = await client.call('dap_exceptions');
  expect(exceptions.at(-1)).toMatchObject({
    from: 'output',
    kind: 'python',
    type: 'ValueError',
    message: 'planned',
    line: 21,
  });
  expect(await client.read('dap_logs')).toContain('password = [masked: password]');
});

test('lists modules, and names what replaces memory, code and sources', async () => {
  const client = await stopped();
  expect((await client.call('module_list', { filter: '^__main__$' })).modules).toMatchObject([
    { path: 'a.py' },
  ]);
  expect(await client.read('module_list', { what: 'sources' })).toMatch(
    /^\[E_UNSUPPORTED_CAPABILITY\].*modules/,
  );
  expect(await client.read('memory_read', { address: '0x10' })).toMatch(
    /^\[E_UNSUPPORTED_CAPABILITY\].*supportsReadMemoryRequest.*debug_evaluate/,
  );
  expect(await client.read('code_disassemble')).toMatch(/^\[E_UNSUPPORTED_CAPABILITY\].*stack_get/);
  expect((await client.call('thread_list')).threads).toMatchObject([
    { state: 'stopped', stopped: 'breakpoint' },
  ]);
});
