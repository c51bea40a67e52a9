import { expect, test } from 'vitest';
import { openDebugClient } from '../testing/debug-client.ts';

const program = `import { basename } from 'node:path';
const moduleValue = 42;
const fixed = Object.freeze({ a: 1 });
class Point {
  x = 1;
  get boom() { throw new Error('no'); }
}
function work(cart) {
  const big = Array.from({ length: 100000 }, (_, i) => ({ i }));
  const cyclic = { name: 'c' };
  cyclic.self = cyclic;
  const point = new Point();
  const password = 'hunter2', api_key = '', pwd = '/home/ada';
  const user = { name: 'ada', password: 'hunter2', token: { kind: 'ident', text: 'x' } };
  const huge = 'x'.repeat(200000);
  const text = '😀é\\ud800';
  let count = 3;
  console.log('token=abc123 at', count, moduleValue, fixed.a);
  return big.length + count;
}
console.log(basename(String(work({ total: 3, items: [{ price: 1 }, { price: 2 }] }))));
console.error('Error: printed');
`;

async function stopped(line = 19) {
  const client = openDebugClient({ files: { 'a.mjs': program } });
  await client.call('breakpoint_set', { path: 'a.mjs', line });
  expect(await client.call('debug_start', { path: 'a.mjs' })).toMatchObject({ event: 'stopped', line });
  return client;
}

test('lists the variables of a frame within the budget', async () => {
  const client = await stopped();
  const { scopes, truncation } = await client.call('variable_list');
  const shown = new Map(scopes.flatMap(({ variables }) => variables).map((each) => [each.name, each]));
  expect([...shown.keys()]).toEqual(expect.arrayContaining(['big', 'cyclic', 'cart', 'count', 'huge']));
  expect(shown.get('count')).toMatchObject({ value: '3', type: 'number' });
  expect(shown.get('big')).toMatchObject({ total: 100_000, ref: expect.stringMatching(/^\d+\.\d+$/) });
  expect(shown.get('huge')).toMatchObject({ truncated: true });
  expect(truncation?.dropped.length).toBeGreaterThan(0);
  const text = await client.read('variable_list', { depth: 5, maxTokens: 1000 });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000 * 3.5);
  expect(text).toContain('truncation');
});

test('leaves the global object out where it is this, unless it is asked for', async () => {
  const source = 'function add(a) {\n  return a + 1;\n}\nadd(1);\n';
  const client = openDebugClient({ files: { 'a.cjs': source } });
  await client.call('breakpoint_set', { path: 'a.cjs', line: 2 });
  await client.call('debug_start', { path: 'a.cjs' });
  const { scopes, truncation } = await client.call('variable_list');
  expect(scopes[0]?.variables.map(({ name }) => name)).toEqual(['a']);
  expect(truncation).toBeUndefined();
  expect(await client.read('variable_list', { names: ['this'] })).toContain('global');
});

test('masks secrets by name and shape, and shows what is empty or no secret', async () => {
  const client = await stopped();
  const text = await client.read('variable_list', { depth: 3, maxTokens: 8000 });
  expect(text).not.toContain('hunter2');
  expect(text).toContain('[masked: password]');
  expect(text).toContain('/home/ada');
  expect(text).toContain('ident');
  const { scopes } = await client.call('variable_list', { names: ['password', 'api_key', 'nope'] });
  expect(scopes[0]?.variables).toEqual([
    { name: 'api_key', value: "''", type: 'string' },
    { name: 'password', value: '[masked: password]', type: 'string', redacted: true },
  ]);
  expect(
    await client.read('debug_evaluate', { expressions: ['password', 'user.password', 'user'] }),
  ).not.toContain('hunter2');
  expect(await client.read('variable_get', { path: 'user.password' })).not.toContain('hunter2');
  expect(await client.read('variable_set', { path: 'user.password', value: "'swordfish'" })).not.toMatch(
    /hunter2|swordfish/,
  );
  await client.call('debug_step_over');
  const logs = await client.read('dap_logs');
  expect(logs).not.toContain('abc123');
  expect(logs).toContain('token=[masked: token]');
});

test('finds names, filters, and names what it did not find', async () => {
  const client = await stopped();
  expect(await client.call('variable_list', { names: ['count', 'missing'] })).toEqual({
    scopes: [{ name: 'Local: work', variables: [{ name: 'count', value: '3', type: 'number' }] }],
    notFound: ['missing'],
  });
  const { scopes } = await client.call('variable_list', { filter: '^(count|CART)$', namesOnly: true });
  expect(scopes[0]?.variables).toEqual([{ name: 'cart' }, { name: 'count' }]);
});

test('takes the module for local at the top level, and for closure in a function', async () => {
  const client = await stopped(21);
  const top = await client.call('variable_list', { names: ['moduleValue'] });
  expect(top.scopes).toMatchObject([{ name: 'Module', variables: [{ name: 'moduleValue', value: '42' }] }]);
  const { scopes } = await client.call('scope_list');
  expect(scopes).toMatchObject([
    { name: 'Module', kind: 'local' },
    { name: 'Global', kind: 'global' },
  ]);
  expect(await client.read('variable_list', { scope: 'closure' })).toMatch(
    /^\[E_UNSUPPORTED_CAPABILITY\].*closure.*Module \(local\)/,
  );
  const inside = await stopped();
  const closure = await inside.call('variable_list', { scope: 'closure', names: ['moduleValue'] });
  expect(closure.scopes[0]?.variables).toMatchObject([{ name: 'moduleValue', value: '42' }]);
});

test('pages through an array of a hundred thousand', async () => {
  const client = await stopped();
  const page = await client.call('variable_get', { path: 'big', start: 99_990, count: 5 });
  expect(page).toMatchObject({ start: 99_990, shown: 5, total: 100_000, next: 99_995, by: 'variables' });
  expect(page.children[0]).toMatchObject({ name: '99990', value: '{i: 99990}' });
  const end = await client.call('variable_get', { ref: page.ref, start: 99_998, kind: 'indexed' });
  expect(end).toMatchObject({ shown: 2, total: 100_000 });
  expect(end.next).toBeUndefined();
});

test('follows a path without running code', async () => {
  const client = await stopped();
  expect(await client.call('variable_get', { path: 'cart.items[1].price' })).toMatchObject({
    value: '2',
    by: 'variables',
  });
  expect(await client.call('variable_get', { path: 'big[99999].i' })).toMatchObject({ value: '99999' });
  expect(await client.call('variable_get', { path: 'cyclic.self.self.name' })).toMatchObject({
    value: "'c'",
  });
  expect(await client.read('variable_get', { path: 'cart.nope.deeper' })).toMatch(
    /^\[E_NOT_FOUND\] "nope".*items, total/,
  );
  expect(await client.read('variable_get', { path: 'f(x)' })).toMatch(
    /^\[E_INVALID_PARAMS\] path: "f\(x\)".*debug_evaluate/,
  );
});

test('does not run a getter only to show it', async () => {
  const client = await stopped();
  const { children } = await client.call('variable_get', { path: 'point' });
  const boom = children.find(({ name }) => name === 'boom');
  expect(boom).toMatchObject({ value: '(getter)', lazy: true });
  expect(await client.read('variable_get', { ref: boom?.ref })).toMatch(
    /^\[E_EVALUATE_FAILED\] The getter "boom" failed: .*no/,
  );
});

test('keeps text with surrogates valid and cuts a huge one', async () => {
  const client = await stopped();
  const { value } = await client.call('variable_get', { path: 'text' });
  expect(value).toContain('😀é');
  const huge = await client.call('variable_get', { path: 'huge', valueChars: 100 });
  expect(huge.value).toBe(`'${'x'.repeat(99)}…`);
});

test('sets a variable and says how; refuses constants, frozen objects, unknown names and wrong values', async () => {
  const client = await stopped();
  expect(await client.call('variable_set', { path: 'count', value: '7' })).toEqual({
    old: '3',
    new: '7',
    type: 'number',
    by: 'setVariable',
  });
  const cart = await client.call('variable_get', { path: 'cart' });
  expect(await client.call('variable_set', { ref: cart.ref, name: 'total', value: '"x"' })).toMatchObject({
    old: '3',
    new: "'x'",
  });
  expect(await client.read('variable_set', { path: 'fixed.a', value: '9' })).toMatch(
    /^\[E_IMMUTABLE\] "a" was not changed/,
  );
  expect(await client.read('variable_set', { path: 'count', value: 'nope' })).toMatch(
    /^\[E_EVALUATE_FAILED\].*nope is not defined/,
  );
  expect(await client.read('variable_set', { path: 'count', value: '1 +' })).toMatch(
    /^\[E_EVALUATE_FAILED\]/,
  );
  expect(await client.read('variable_set', { path: 'missing', value: '1' })).toMatch(/^\[E_NOT_FOUND\]/);
  expect(await client.read('variable_set', { ref: cart.ref, name: 'missing', value: '1' })).toMatch(
    /^\[E_NOT_FOUND\].*total/,
  );
  expect(await client.read('variable_set', { path: 'moduleValue', value: '9' })).toMatch(/^\[E_IMMUTABLE\]/);
  expect(await client.call('variable_get', { path: 'moduleValue' })).toMatchObject({ value: '42' });
  const { scopes } = await client.call('variable_list', { names: ['count'] });
  expect(scopes[0]?.variables).toMatchObject([{ value: '7' }]);
});

test('shows what an evaluated expression assigned', async () => {
  const client = await stopped();
  await client.call('debug_evaluate', { expression: 'count = 11' });
  expect(await client.call('variable_get', { path: 'count' })).toMatchObject({ value: '11' });
  const { scopes } = await client.call('variable_list', { names: ['count', 'big'] });
  expect(scopes[0]?.variables).toMatchObject([
    { name: 'big', total: 100_000 },
    { name: 'count', value: '11' },
  ]);
});

test('evaluates several expressions, each with its own error', async () => {
  const client = await stopped();
  const { results } = await client.call('debug_evaluate', {
    expressions: ['1 + 1', 'nope', 'cart.items'],
    depth: 1,
  });
  expect(results).toMatchObject([
    { expression: '1 + 1', value: '2' },
    { expression: 'nope', error: expect.stringMatching(/^\[E_EVALUATE_FAILED\].*nope is not defined/) },
    { expression: 'cart.items', variablesReference: expect.any(String), children: expect.any(Array) },
  ]);
  expect(await client.read('debug_evaluate', { expression: 'nope' })).toMatch(
    /^\[E_EVALUATE_FAILED\].*nope is not defined/,
  );
  expect(await client.read('debug_evaluate', { expression: 'point.boom' })).toMatch(
    /^\[E_EVALUATE_FAILED\].*no/,
  );
});

test('stops an endless expression and stays usable', async () => {
  const client = await stopped();
  const text = await client.read('debug_evaluate', { expression: '(() => { for (;;); })()' });
  expect(text).toMatch(/^\[E_TIMEOUT\] .* ran for .* and was stopped\./);
  expect(await client.call('debug_evaluate', { expression: 'count' })).toMatchObject({
    results: [{ value: '3' }],
  });
});

test('saves a large array to a file, and refuses to write elsewhere', async () => {
  const client = await stopped();
  const saved = await client.call('variable_save', { expression: 'big', out: 'big.jsonl', maxItems: 1200 });
  expect(saved).toMatchObject({ path: 'big.jsonl', items: 1200, truncated: true, reason: 'maxItems 1200' });
  const small = await client.call('variable_save', { expression: 'cart.items' });
  expect(small).toMatchObject({
    items: 2,
    truncated: false,
    path: expect.stringMatching(/^\.vsc-bridge\/out\/.*\.jsonl$/),
  });
  expect(await client.host.workspace.readText(`${client.folder}/${small.path}`)).toBe(
    '{"price":1}\n{"price":2}\n',
  );
  expect(await client.read('variable_save', { expression: 'big', out: '../x.jsonl' })).toMatch(
    /^\[E_OUTSIDE_WORKSPACE\]/,
  );
  expect(await client.read('variable_save', { expression: 'big', out: 'big.jsonl' })).toMatch(
    /^\[E_FILE_EXISTS\]/,
  );
  expect(await client.read('variable_save', { expression: 'big', out: 'x.sh' })).toMatch(
    /^\[E_FILE_PROTECTED\]/,
  );
  expect(await client.read('variable_save', { expression: 'nope', out: 'y.jsonl' })).toMatch(
    /^\[E_EVALUATE_FAILED\]/,
  );
});

test('shows the stack with own frames, and counts the hidden ones', async () => {
  const client = await stopped();
  const { frames, hiddenCount } = await client.call('stack_get', { sourceLines: 1 });
  expect(frames.map(({ function: name, line }) => [name, line])).toEqual([
    ['work', 19],
    ['<anonymous>', 21],
  ]);
  expect(frames[0]?.source).toContainEqual(expect.stringMatching(/^>19 .*return/));
  expect(hiddenCount).toBeGreaterThan(0);
  const all = await client.call('stack_get', { includeInternals: true, levels: 100, maxTokens: 8000 });
  expect(all.frames.some(({ internal }) => internal)).toBe(true);
  const { scopes } = await client.call('variable_list', { frame: frames[1]?.frame, names: ['moduleValue'] });
  expect(scopes[0]?.variables).toMatchObject([{ value: '42' }]);
  expect(await client.read('stack_get', { thread: 99_999 })).toMatch(/^\[E_NOT_FOUND\].*thread_list/);
});

test('lists threads with their real state', async () => {
  const client = await stopped();
  const { threads } = await client.call('thread_list');
  expect(threads).toMatchObject([{ state: 'stopped', stopped: 'breakpoint', topFrame: 'work at a.mjs:19' }]);
});

test('lists loaded sources, own files first, and names the alternative to modules', async () => {
  const client = await stopped();
  const { modules } = await client.call('module_list', { what: 'sources' });
  expect(modules[0]).toMatchObject({ path: 'a.mjs' });
  expect(await client.read('module_list')).toMatch(
    /^\[E_UNSUPPORTED_CAPABILITY\].*supportsModulesRequest.*sources/,
  );
  expect(await client.read('module_list', { what: 'sources', filter: '(' })).toMatch(
    /^\[E_INVALID_PARAMS\] filter/,
  );
});

test('reads no memory or machine code where the adapter has none', async () => {
  const client = await stopped();
  expect(await client.read('code_disassemble')).toMatch(/^\[E_(UNSUPPORTED_CAPABILITY|NOT_FOUND)\]/);
  const cart = await client.call('variable_get', { path: 'cart' });
  expect(await client.read('memory_read', { ref: cart.ref })).toMatch(/^\[E_NOT_FOUND\].*address/);
  const { results } = await client.call('debug_evaluate', { expression: 'Buffer.from("hello")' });
  const bytes = await client.call('memory_read', {
    ref: results[0]?.variablesReference,
    count: 5,
    as: 'utf8',
  });
  expect(bytes).toMatchObject({ bytes: 'hello', count: 5 });
});
