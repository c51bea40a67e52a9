import { expect, test } from 'vitest';
import { openDebugClient } from '../testing/debug-client.ts';

const program = `let round = Number(process.argv[2] ?? 1);
console.log('start');
for (let i = 0; i < 5; i += 1) console.log('line', i);
console.error('Warning: secret=abc123');
if (round > 1) { console.log('other'); throw new TypeError('planned ' + round); }
console.log('end');
`;

async function run(args: readonly string[] = [], client = openDebugClient({ files: { 'a.mjs': program } })) {
  const ended = await client.call('debug_start', { path: 'a.mjs', args, exceptions: 'none' });
  expect(ended.event).toBe('exited');
  return { client, session: ended.session };
}

test('reads output after the end, page by page and by filters', async () => {
  const { client } = await run();
  const first = await client.call('dap_logs', { limit: 2, category: 'stdout' });
  expect(first).toMatchObject({ truncated: true, dropped: 0 });
  expect(first.entries.map(({ text }) => text)).toEqual(['start', 'line 0']);
  const rest = await client.call('dap_logs', { since: first.next, category: 'stdout' });
  expect(rest.entries.map(({ text }) => text)).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'end']);
  expect((await client.call('dap_logs', { since: rest.next })).entries).toEqual([]);
  const errors = await client.call('dap_logs', { category: 'stderr' });
  expect(errors.entries).toMatchObject([{ text: 'Warning: secret=[masked: secret]' }]);
  const some = await client.call('dap_logs', { match: 'LINE', exclude: '[0-3]' });
  expect(some.entries.map(({ text }) => text)).toEqual(['line 4']);
  expect((await client.call('dap_logs', { since: -600_000, match: 'end' })).entries).toHaveLength(1);
  expect(await client.read('dap_logs', { match: '[' })).toMatch(/^\[E_INVALID_PARAMS\] match:/);
});

test('searches with context; nothing found is no error', async () => {
  const { client } = await run();
  const { matches, total } = await client.call('dap_search', { pattern: 'line 2', context: 1 });
  expect(total).toBe(1);
  expect(matches).toMatchObject([{ text: 'line 2', before: ['line 1'], after: ['line 3'] }]);
  expect(await client.call('dap_search', { pattern: 'nowhere' })).toMatchObject({ matches: [], total: 0 });
  expect(await client.call('dap_search', { pattern: 'LINE 2', caseSensitive: true })).toMatchObject({
    total: 0,
  });
  expect(await client.read('dap_search', { pattern: '(a+)+' })).toMatch(/^\[E_INVALID_PARAMS\] pattern:/);
});

test('summarises, shows the timeline and compares two runs', async () => {
  const { client, session: a } = await run();
  const { session: b } = await run(['2'], client);
  const { sessions } = await client.call('dap_summary', { session: a, groupBy: 'category' });
  expect(sessions).toMatchObject([{ session: a, state: 'ended', exitCode: 0, exceptions: 0 }]);
  expect(sessions[0]?.first).toContain('start');
  expect((await client.call('dap_summary', { all: true, maxTokens: 8000 })).total).toBe(2);
  const { events } = await client.call('dap_timeline', { session: a });
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['started', 'exited']));
  expect(events.every(({ t }, at) => at === 0 || t >= (events[at - 1]?.t ?? 0))).toBe(true);
  const failed = await client.call('dap_exceptions', { session: b });
  expect(failed.exceptions.at(-1)).toMatchObject({
    kind: 'node',
    type: 'TypeError',
    message: 'planned 2',
    file: 'a.mjs',
    line: 5,
    frames: ['a.mjs:5'],
  });
  const counts = await client.call('dap_compare', { a, b });
  expect(counts.deltas).toContainEqual({ key: 'exitCode', a: 0, b: 1 });
  const outputs = await client.call('dap_compare', { a, b, by: 'outputs' });
  expect(outputs).toMatchObject({ same: false, firstDivergence: { a: 'end', b: 'other' } });
  expect(await client.call('dap_compare', { a, b: a, by: 'outputs' })).toEqual({ same: true, deltas: [] });
  expect(await client.read('dap_compare', { a, b: 'nope' })).toMatch(
    /^\[E_NO_SESSION\].*nope.* — Pass one of these ids/,
  );
});

test('sends reading requests, and asks before others', async () => {
  const client = openDebugClient({ files: { 'a.mjs': program } });
  await client.call('breakpoint_set', { path: 'a.mjs', line: 6 });
  await client.call('debug_start', { path: 'a.mjs' });
  expect(await client.call('dap_request', { command: 'threads' })).toMatchObject({
    body: { threads: [{ id: expect.any(Number) }] },
  });
  expect(await client.read('dap_request', { command: 'continue', arguments: { threadId: 0 } })).toMatch(
    /^\[E_CONFIRMATION_REQUIRED\].*continue/,
  );
  expect(await client.read('dap_request', { command: 'gotoTargets' })).toMatch(
    /^\[E_(UNSUPPORTED_CAPABILITY|ADAPTER)\]/,
  );
});

const everyTool: Readonly<Record<string, object>> = {
  thread_list: {},
  stack_get: {},
  scope_list: {},
  variable_list: {},
  variable_get: { path: 'a' },
  variable_set: { path: 'a', value: '1' },
  variable_save: { expression: 'a' },
  exception_info: {},
  module_list: {},
  memory_read: { address: '0x1' },
  code_disassemble: {},
  debug_evaluate: { expression: '1' },
  dap_summary: {},
  dap_logs: {},
  dap_search: { pattern: 'a' },
  dap_exceptions: {},
  dap_timeline: {},
  dap_compare: { a: 'x', b: 'y' },
  dap_request: { command: 'threads' },
};

test('says that nothing is debugged, and what comes first', async () => {
  const client = openDebugClient({});
  for (const [tool, input] of Object.entries(everyTool))
    expect(await client.read(tool, { ...input }), tool).toMatch(/^\[E_NO_SESSION\] .* — .*debug_start/);
});

test('says that the program runs, that it has ended, and that a reference is stale', async () => {
  const files = { 'a.mjs': 'let a = 1;\nconsole.log(a);\nsetInterval(() => {}, 50);\n' };
  const client = openDebugClient({ files });
  await client.call('breakpoint_set', { path: 'a.mjs', line: 2 });
  const { frame } = await client.call('debug_start', { path: 'a.mjs' });
  const { ref } =
    (await client.call('debug_evaluate', { expression: '[1]' })).results.map(({ variablesReference }) => ({
      ref: variablesReference,
    }))[0] ?? {};
  await client.call('debug_step_over');
  for (const [tool, input] of [
    ['variable_list', { frame }],
    ['scope_list', { frame }],
    ['debug_evaluate', { frame, expression: '1' }],
    ['variable_save', { frame, expression: 'a' }],
    ['variable_get', { ref }],
    ['variable_set', { ref, name: '0', value: '2' }],
    ['memory_read', { ref }],
  ] as const)
    expect(await client.read(tool, { ...input }), tool).toMatch(/^\[E_STALE_REFERENCE\]/);
  expect(await client.read('variable_get', { ref: '17' })).toMatch(/^\[E_INVALID_PARAMS\] ref:/);
  expect(await client.call('debug_continue', { timeoutMs: 100 })).toMatchObject({ event: 'running' });
  const needStop = [
    'stack_get',
    'scope_list',
    'variable_list',
    'variable_get',
    'variable_set',
    'variable_save',
    'exception_info',
    'memory_read',
    'code_disassemble',
    'debug_evaluate',
  ];
  for (const tool of needStop)
    expect(await client.read(tool, { ...everyTool[tool] }), tool).toMatch(/^\[E_NOT_STOPPED\] .*debug_pause/);
  expect((await client.call('thread_list')).threads).toMatchObject([{ state: 'running' }]);
  const { sessions } = await client.call('debug_status', { all: true });
  const session = sessions[0]?.id;
  await client.call('debug_stop');
  for (const tool of [...needStop, 'thread_list', 'module_list', 'dap_request'])
    expect(await client.read(tool, { ...everyTool[tool], session }), tool).toMatch(
      /^\[E_(SESSION_ENDED|NO_SESSION)\]/,
    );
});

test('keeps the last lines of a program that prints 50 MB', async () => {
  const files = {
    'a.mjs':
      "const line = 'x'.repeat(1023);\nfor (let i = 0; i < 50 * 1024; i += 1) console.log(line);\nconsole.log('the end');\n",
  };
  const client = openDebugClient({ files });
  const started = await client.call('debug_start', { path: 'a.mjs', timeoutMs: 45_000 });
  expect(started).toMatchObject({ event: 'exited', exitCode: 0 });
  const { sessions } = await client.call('dap_summary');
  expect(sessions[0]?.output.bytes).toBeGreaterThan(50_000_000);
  expect(sessions[0]?.output.dropped).toBeGreaterThan(40_000);
  expect((await client.call('dap_search', { pattern: 'the end' })).total).toBe(1);
});
