import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestHost, startContext, startOf } from '../testing/host.ts';

const lineBreakpoint = (id: string, path: string, line: number) =>
  ({ id, scope: 'test', isEnabled: true, location: { kind: 'line', path, line } }) as const;

test('stops a Python program, moves and removes breakpoints while it runs, and reports its exit code', async () => {
  const program =
    'import sys\ntotal = 0\nfor i in range(4):\n    total += i\nprint("total", total)\nsys.exit(5)\n';
  const { host, folder, records } = openTestHost({ 'sum.py': program });
  const path = join(folder, 'sum.py');
  const { breakpoints } = host.debug;
  const bound: string[] = [];
  breakpoints.onDidBind((id, { line }) => bound.push(`${id} ${line}`));
  await breakpoints.put({ ...lineBreakpoint('a', path, 4), condition: 'i == 2' });
  const [session] = await host.debug.start(startOf(folder, { type: 'debugpy', program: path }), startContext);
  const { threadId } = (await records.next('stopped')).event.body;
  expect(bound).toContain('a 4');
  await breakpoints.put(lineBreakpoint('a', path, 5));
  expect(breakpoints.bindings('a')).toMatchObject([{ session: session?.id, verified: true, line: 5 }]);
  await session?.send('continue', { threadId });
  const { event } = await records.next('stopped', 2);
  const stack = await session?.send('stackTrace', { threadId: event.body.threadId, levels: 1 });
  expect(stack).toMatchObject({ stackFrames: [{ line: 5 }] });
  await session?.send('continue', { threadId });
  expect((await records.next('exited')).event.body).toMatchObject({ exitCode: 5 });
  expect(await session?.ended).toEqual({ how: 'terminated' });
  expect(records.output()).toContain('total 6');
  expect(breakpoints.bindings('a')).toEqual([]);
});

test('a child process of a Python program is a child session that stops too', async () => {
  const parent =
    'import subprocess, sys\nprint(subprocess.check_output([sys.executable, "child.py"]).decode())\n';
  const child = 'value = 41\nprint("child", value + 1)\n';
  const { host, folder, records } = openTestHost({ 'parent.py': parent, 'child.py': child });
  await host.debug.breakpoints.put(lineBreakpoint('a', join(folder, 'child.py'), 2));
  const program = join(folder, 'parent.py');
  const [root] = await host.debug.start(startOf(folder, { type: 'debugpy', program }), startContext);
  const { session, event } = await records.next('stopped');
  expect(session.parent).toBe(root?.id);
  await session.send('continue', { threadId: event.body.threadId });
  expect(await session.ended).toEqual({ how: 'terminated' });
  expect(await root?.ended).toEqual({ how: 'terminated' });
  expect(records.output()).toContain('child 42');
});
