import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import { openTestHost, startContext, startOf } from '../testing/host.ts';

const files = {
  'tick.js': "let ticks = 0;\nsetInterval(() => {\n  ticks += 1;\n  console.log('tick', ticks);\n}, 20);\n",
  'tick.py': `import debugpy, sys, time
print("listening at port", debugpy.listen(("127.0.0.1", 0))[1], file=sys.stderr, flush=True)
ticks = 0
while True:
    ticks += 1
    print("tick", ticks, flush=True)
    time.sleep(0.02)
`,
};

/** Starts a program that somebody else debugs, and returns the port that it prints. */
async function startProgram(command: string, args: readonly string[], port: RegExp) {
  const program = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void program.kill('SIGKILL'));
  let printed = '';
  for (;;) {
    const [chunk] = await once(program.stderr, 'data');
    printed += String(chunk);
    const found = port.exec(printed)?.[1];
    if (found) return { program, port: Number(found) };
  }
}

/** Resolves with the next line that the program prints. */
async function ticks(program: ChildProcess): Promise<string> {
  if (!program.stdout) throw new Error('the output is not read');
  const [chunk] = await once(program.stdout, 'data');
  return String(chunk);
}

/** A program that is being debugged by its own means, and how to attach to it. */
const programs = {
  'js-debug': async (path: string) => {
    const { program, port } = await startProgram(process.execPath, ['--inspect=0', path], /:(\d+)\//);
    return { program, attach: { type: 'node', address: '127.0.0.1', port } };
  },
  debugpy: async (path: string) => {
    const python = (await debugAdapter('debugpy')) ?? 'python3';
    const { program, port } = await startProgram(python, [path], /at port (\d+)/);
    return { program, attach: { type: 'debugpy', connect: { host: '127.0.0.1', port } } };
  },
};

test.each(['js-debug', 'debugpy'] as const)(
  '%s: closing the host leaves an attached program running',
  async (adapter) => {
    const { host, folder } = openTestHost(files);
    const { program, attach } = await programs[adapter](
      join(folder, adapter === 'debugpy' ? 'tick.py' : 'tick.js'),
    );
    await host.debug.start(startOf(folder, { ...attach, request: 'attach' }), startContext);
    await host.close();
    expect(await ticks(program)).toContain('tick');
    expect(await ticks(program)).toContain('tick');
  },
);
