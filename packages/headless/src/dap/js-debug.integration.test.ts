import { join } from 'node:path';
import { expect, test } from 'vitest';
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
  expect(breakpoints.bindings('a')).toContainEqual(
    expect.objectContaining({ session: session.id, verified: true, line: 4 }),
  );
  expect(breakpoints.bindings('b')).toEqual([]);
  await breakpoints.remove(['a']);
  await session.send('continue', { threadId });
  expect(await session.ended).toEqual({ how: 'terminated' });
  expect(await root?.ended).toEqual({ how: 'terminated' });
  expect(records.output()).toContain('total 6');
  expect(records.output()).toContain('exited with code 3');
  expect(host.debug.sessions).toEqual([]);
});
