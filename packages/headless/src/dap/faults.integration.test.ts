import { join } from 'node:path';
import type { HostBreakpoint } from '@molehill/editor/host';
import { expect, test } from 'vitest';
import { openTestHost, startContext, startOf } from '../testing/host.ts';

const files = {
  'loop.js': 'let turns = 0;\nfor (;;) {\n  turns += 1;\n}\n',
  'loop.py': 'turns = 0\nwhile True:\n    turns += 1\n',
  'large.js':
    'const list = Array.from({ length: 100_000 }, (_, i) => i);\nconst ring = { list };\nring.ring = ring;\ndebugger;\n',
  'large.py':
    'items = list(range(100_000))\nring = {"items": items}\nring["ring"] = ring\nbreakpoint()\nprint(len(items))\n',
  'never.js': 'console.log("never loaded");\n',
  'steps.js': 'let a = 1;\na += 1;\na += 2;\na += 3;\nconsole.log(a);\n',
};

const languages = [
  ['js-debug', { type: 'node', extension: 'js' }],
  ['debugpy', { type: 'debugpy', extension: 'py' }],
] as const;

function at(id: string, path: string, line: number, scope = 'test'): HostBreakpoint {
  return { id, scope, isEnabled: true, location: { kind: 'line', path, line } };
}

test.each(languages)('%s: an endless loop can be paused and looked at', async (_, { type, extension }) => {
  const { host, folder, records } = openTestHost(files);
  const program = join(folder, `loop.${extension}`);
  await host.debug.breakpoints.put(at('a', program, 3));
  await host.debug.start(startOf(folder, { type, program }), startContext);
  const { session, event } = await records.next('stopped');
  const { threadId } = event.body;
  await host.debug.breakpoints.remove(['a']);
  await session.send('continue', { threadId });
  await session.send('pause', { threadId });
  const paused = await records.next('stopped', 2);
  expect(paused.event.body).toMatchObject({ reason: 'pause' });
  const stack = await session.send('stackTrace', { threadId: paused.event.body.threadId, levels: 1 });
  expect(stack).toMatchObject({ stackFrames: [{ source: { path: program } }] });
});

test.each(languages)('%s: an array of 100,000 and a cycle are read', async (_, { type, extension }) => {
  const { host, folder, records } = openTestHost(files);
  const program = join(folder, `large.${extension}`);
  await host.debug.start(startOf(folder, { type, program }), startContext);
  const { session, event } = await records.next('stopped');
  const { threadId } = event.body;
  const { stackFrames } = (await session.send('stackTrace', { threadId, levels: 1 })) as {
    stackFrames: { id: number }[];
  };
  const evaluate = async (expression: string) =>
    (await session.send('evaluate', { expression, frameId: stackFrames[0]?.id, context: 'watch' })) as {
      variablesReference: number;
    };
  const list = await evaluate(extension === 'js' ? 'list' : 'items');
  const page = { variablesReference: list.variablesReference, filter: 'indexed', start: 0, count: 50 };
  expect(await session.send('variables', page)).toMatchObject({
    variables: expect.arrayContaining([expect.objectContaining({ value: '49' })]),
  });
  const ring = extension === 'js' ? 'ring.ring.ring' : 'ring["ring"]["ring"]';
  expect(await session.send('variables', await evaluate(ring))).toMatchObject({
    variables: expect.arrayContaining([expect.objectContaining({ name: expect.stringMatching(/ring/) })]),
  });
});

test('a breakpoint that never binds has the words of the adapter', async () => {
  const { host, folder, records } = openTestHost(files);
  const { breakpoints } = host.debug;
  // js-debug may say so after the stop.
  const verified = new Promise<void>((resolve) => {
    breakpoints.onDidBind((id, binding) => id === 'b' && binding.verified && resolve());
  });
  await breakpoints.put(at('a', join(folder, 'never.js'), 1));
  await breakpoints.put({
    id: 'f',
    scope: 'test',
    isEnabled: true,
    location: { kind: 'function', function: 'f' },
  });
  await breakpoints.put(at('b', join(folder, 'steps.js'), 3));
  await host.debug.start(startOf(folder, { program: join(folder, 'steps.js') }), startContext);
  const { session } = await records.next('stopped');
  await verified;
  const binding = (id: string) => breakpoints.bindings(id).find((each) => each.session === session.id);
  expect(binding('a')).toMatchObject({ verified: false, message: expect.stringMatching(/unbound/i) });
  expect(binding('f')).toMatchObject({ verified: false, message: expect.stringContaining('function') });
  expect(binding('b')).toMatchObject({ verified: true });
});

test('the last of many changes at once is what the adapter has', async () => {
  const { host, folder, records } = openTestHost(files);
  const { breakpoints } = host.debug;
  const program = join(folder, 'steps.js');
  await breakpoints.put(at('stop', program, 1));
  await host.debug.start(startOf(folder, { program }), startContext);
  const { session, event } = await records.next('stopped');
  const { threadId } = event.body;
  const changes = [2, 3, 2, 5, 3, 4].map((line) => breakpoints.put(at('moving', program, line)));
  await Promise.all([...changes, breakpoints.put({ ...at('off', program, 2), isEnabled: false })]);
  await session.send('continue', { threadId });
  const second = await records.next('stopped', 2);
  expect(await session.send('stackTrace', { threadId: second.event.body.threadId, levels: 1 })).toMatchObject(
    {
      stackFrames: [{ line: 4 }],
    },
  );
  expect(breakpoints.bindings('off')).toEqual([]);
});

test('three sessions of two callers stop at the breakpoints of their own caller', async () => {
  const { host, folder, records } = openTestHost(files);
  const program = join(folder, 'steps.js');
  await host.debug.breakpoints.put(at('one', program, 2, 'one'));
  await host.debug.breakpoints.put(at('two', program, 3, 'two'));
  const scopes = ['one', 'two', 'two'];
  await Promise.all(
    scopes.map((scope) => host.debug.start(startOf(folder, { program }, { scope }), startContext)),
  );
  await records.next('stopped', 3);
  const stops = records.events.filter(({ event }) => event.event === 'stopped');
  const lines = stops.map(async ({ session, event }) => {
    const { threadId } = event.body;
    const stack = await session.send('stackTrace', { threadId, levels: 1 });
    return [session.scope, (stack as { stackFrames: { line: number }[] }).stackFrames[0]?.line];
  });
  expect((await Promise.all(lines)).sort()).toEqual([
    ['one', 2],
    ['two', 3],
    ['two', 3],
  ]);
});
