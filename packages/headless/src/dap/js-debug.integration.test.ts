import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openTestHost, startContext, startOf } from '../testing/host.ts';

const PROGRAM = `const prices = [1, 2, 3];
let total = 0;
for (const price of prices) {
  total += price;
}
console.log('total', total);
process.exit(3);
`;

test('stops a JavaScript program at a breakpoint of its scope, in the child session', async () => {
  const { host, folder, records } = openTestHost({ 'sum.js': PROGRAM });
  const path = join(folder, 'sum.js');
  const { breakpoints } = host.debug;
  await breakpoints.put({
    id: 'a',
    scope: 'test',
    isEnabled: true,
    location: { kind: 'line', path, line: 4 },
  });
  await breakpoints.put({
    id: 'b',
    scope: 'other',
    isEnabled: true,
    location: { kind: 'line', path, line: 2 },
  });
  const [root] = await host.debug.start(startOf(folder, { program: path }), startContext);
  const { session, event } = await records.next('stopped');
  expect(session.parent).toBe(root?.id);
  const { threadId } = event.body;
  expect(await session.send('stackTrace', { threadId, levels: 1 })).toMatchObject({
    stackFrames: [{ line: 4, source: { path } }],
  });
  // js-debug may say so after the stop.
  await vi.waitFor(() =>
    expect(breakpoints.bindings('a')).toContainEqual({
      session: session.id,
      verified: true,
      line: 4,
      adapterId: expect.any(Number),
    }),
  );
  expect(breakpoints.bindings('b')).toEqual([]);
  await breakpoints.remove(['a']);
  await session.send('continue', { threadId });
  expect(await session.ended).toEqual({ how: 'terminated' });
  expect(await root?.ended).toEqual({ how: 'terminated' });
  expect(records.output()).toContain('total 6');
  expect((await records.next('exited')).event.body).toEqual({ exitCode: 3 });
  expect(host.debug.sessions).toEqual([]);
});

const FORKING = `const { fork } = require('node:child_process');
if (process.argv[2] === 'child') {
  setInterval(() => {}, 1_000);
  console.log('child ready');
} else {
  const child = fork(__filename, ['child']);
  child.on('exit', () => console.log('child ended'));
  setInterval(() => {}, 1_000);
}
`;

test('a forked process is a session of its own that can be ended alone', async () => {
  const { host, folder, records } = openTestHost({ 'fork.js': FORKING });
  const [root] = await host.debug.start(startOf(folder, { program: join(folder, 'fork.js') }), startContext);
  await records.printed('child ready');
  const [, first, second] = records.sessions;
  expect(host.debug.sessions.map(({ parent }) => parent)).toEqual([undefined, root?.id, first?.id]);
  await second?.stop({ detach: false });
  await records.printed('child ended');
  expect(host.debug.sessions).toEqual([root, first]);
});
