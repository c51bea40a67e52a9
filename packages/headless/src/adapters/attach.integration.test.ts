import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type AttachRequest, configurationOfAttach } from '@molehill/editor/launch/attach';
import { expect, test } from 'vitest';
import { cCompiler } from '../../../../test/engines/c-compiler.ts';
import { debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import { openTestHost, startContext, startOf, type TestHostWithRecords } from '../testing/host.ts';
import { type RunningProgram, runProgram } from '../testing/running-program.ts';

const LOOP_JS = 'let n = 0;\nsetInterval(() => {\n  n += 1;\n}, 20);\nconsole.log("ready");\n';
const LOOP_PY =
  'import time\nn = 0\nprint("ready", flush=True)\nwhile True:\n    n += 1\n    time.sleep(0.02)\n';
const LOOP_GO =
  'package main\n\nimport (\n\t"fmt"\n\t"time"\n)\n\nfunc main() {\n\tfmt.Println("ready")\n\tfor n := 0; ; n++ {\n\t\ttime.Sleep(20 * time.Millisecond)\n\t}\n}\n';
const LOOP_C =
  '#include <stdio.h>\n#include <unistd.h>\nint main(void) {\n  puts("ready");\n  fflush(stdout);\n  for (int n = 0;; n++) {\n    usleep(20000);\n  }\n}\n';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Attaches, stops in the file, detaches, and shows that the program still runs. */
async function attachAndDetach(
  opened: TestHostWithRecords,
  request: AttachRequest,
  { path, line }: { readonly path: string; readonly line: number },
  child?: RunningProgram,
): Promise<void> {
  const { host, folder, records } = opened;
  const location = { kind: 'line' as const, path, line };
  await host.debug.breakpoints.put({ id: 'a', scope: 'test', isEnabled: true, location });
  await host.debug.start(startOf(folder, configurationOfAttach(request)), startContext);
  const isBreakpoint = () =>
    records.events
      .filter(({ event }) => event.event === 'stopped')
      .find(({ event }) => event.body.reason === 'breakpoint');
  for (let nth = 1; !isBreakpoint(); nth++) {
    const { session, event } = await records.next('stopped', nth);
    if (!isBreakpoint()) await session.send('continue', { threadId: event.body.threadId });
  }
  const stop = isBreakpoint();
  const { threadId } = stop?.event.body ?? {};
  expect(await stop?.session.send('stackTrace', { threadId, levels: 1 })).toMatchObject({
    stackFrames: [{ line, source: { path } }],
  });
  await host.debug.breakpoints.remove(['a']);
  await Promise.all(host.debug.sessions.map((session) => session.stop({ detach: true })));
  expect(host.debug.sessions).toEqual([]);
  if (child) expect(child.hasEnded).toBe(false);
}

test('Node.js at a port', async () => {
  const opened = openTestHost({ 'loop.js': LOOP_JS });
  const path = join(opened.folder, 'loop.js');
  const child = await runProgram(
    process.execPath,
    ['--inspect=0', path],
    opened.folder,
    /ws:\/\/127\.0\.0\.1:(\d+)/,
  );
  await attachAndDetach(opened, { type: 'node', port: Number(child.found[1]) }, { path, line: 3 }, child);
});

test('Node.js by process id, whose inspector is opened', async () => {
  const opened = openTestHost({ 'loop.js': LOOP_JS });
  const path = join(opened.folder, 'loop.js');
  const flag = `--inspect-port=${await freePort()}`;
  const child = await runProgram(process.execPath, [flag, path], opened.folder, /ready/);
  await attachAndDetach(opened, { type: 'node', processId: child.pid }, { path, line: 3 }, child);
});

test('a process that is not Node.js gets no signal', async () => {
  const { host, folder } = openTestHost({});
  const child = await runProgram('/bin/sh', ['-c', 'echo ready; sleep 60'], folder, /ready/);
  const start = host.debug.start(
    startOf(folder, configurationOfAttach({ type: 'node', processId: child.pid })),
    startContext,
  );
  await expect(start).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: expect.stringMatching(/and not Node\.js\.$/),
  });
  expect(child.hasEnded).toBe(false);
});

test('a process that does not exist is named', async () => {
  const { host, folder } = openTestHost({});
  const request = startOf(folder, configurationOfAttach({ type: 'node', processId: 2 ** 22 + 1 }));
  await expect(host.debug.start(request, startContext)).rejects.toThrow(/Process 4194305 does not run/);
});

test('Python at a port, with path mappings', async ({ skip }) => {
  const python = (await debugAdapter('debugpy')) ?? skip();
  const opened = openTestHost({ 'loop.py': LOOP_PY });
  const { folder } = opened;
  const port = await freePort();
  const args = ['-m', 'debugpy', '--listen', `127.0.0.1:${port}`, 'loop.py'];
  const child = await runProgram(python, args, folder, /ready/);
  const pathMappings = [{ localRoot: folder, remoteRoot: folder }];
  await attachAndDetach(
    opened,
    { type: 'python', port, pathMappings },
    { path: join(folder, 'loop.py'), line: 5 },
    child,
  );
});

test('Go by process id, and at a port of a headless delve', async ({ skip }) => {
  const dlv = (await debugAdapter('delve')) ?? skip();
  const opened = openTestHost({ 'go.mod': 'module loop\n\ngo 1.20\n', 'main.go': LOOP_GO });
  const { folder } = opened;
  const place = { path: join(folder, 'main.go'), line: 11 };
  execFileSync('go', ['build', '-gcflags=all=-N -l', '-o', 'loop', '.'], { cwd: folder });
  const child = await runProgram(join(folder, 'loop'), [], folder, /ready/);
  await attachAndDetach(opened, { type: 'go', processId: child.pid }, place, child);
  const args = ['exec', '--headless', '--accept-multiclient', '--continue', '--listen=127.0.0.1:0', './loop'];
  const { found } = await runProgram(dlv, args, folder, /listening at: 127\.0\.0\.1:(\d+).*ready/s);
  const again = openTestHost({});
  await attachAndDetach(again, { type: 'go', port: Number(found[1]) }, place);
});

test('C by process id, and at a port of a gdb server', async ({ skip }) => {
  const codelldb = (await debugAdapter('codelldb')) ?? skip();
  const compiler = cCompiler() ?? skip();
  const opened = openTestHost({ 'loop.c': LOOP_C });
  const { folder } = opened;
  const place = { path: join(folder, 'loop.c'), line: 7 };
  execFileSync(compiler, ['-g', '-O0', '-o', 'loop', 'loop.c'], { cwd: folder });
  const child = await runProgram(join(folder, 'loop'), [], folder, /ready/);
  await attachAndDetach(opened, { type: 'lldb', processId: child.pid }, place, child);
  const server = join(dirname(codelldb), '../lldb/bin/lldb-server');
  const args = ['gdbserver', '--pipe', '1', '127.0.0.1:0', '--', './loop'];
  const { found } = await runProgram(server, args, folder, /(\d+)/);
  const port = Number(found[1]);
  const again = openTestHost({});
  await attachAndDetach(again, { type: 'lldb', port }, place);
});
