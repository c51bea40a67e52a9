import { once } from 'node:events';
import { dirname } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { ProcessGroup } from '@molehill/core/processes/process-group';
import { createReaper } from '@molehill/core/processes/reaper';
import { onTestFinished } from 'vitest';
import { debugAdapter } from '../../../../test/engines/debug-adapters.ts';

/** A program to attach to. */
export interface RunningProgram {
  readonly pid: number;
  readonly hasEnded: boolean;
  /** What was waited for in its output. */
  readonly found: RegExpExecArray;
  /** Resolves with what it prints next. */
  nextOutput(): Promise<string>;
}

/** Starts a program that ends with the test, with all that it started, and waits for a part of its output. */
export async function runProgram(
  command: string,
  args: readonly string[],
  cwd: string,
  part: RegExp,
): Promise<RunningProgram> {
  const reaper = createReaper(silentLog);
  const group = await ProcessGroup.start({ command, args, cwd, env: process.env, isMarked: true }, reaper);
  let hasEnded = false;
  onTestFinished(async () => {
    await group.end();
    reaper.close();
  });
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    let printed = '';
    const take = (chunk: Buffer) => {
      printed += chunk.toString();
      const match = part.exec(printed);
      if (match) resolve(match);
    };
    group.stdout.on('data', take);
    group.stderr.on('data', take);
    group.exited.then(() => {
      hasEnded = true;
      reject(new Error(`it ended: ${printed}`));
    });
  });
  return {
    pid: group.pid,
    found,
    get hasEnded() {
      return hasEnded;
    },
    nextOutput: async () => String(await once(group.stdout, 'data')),
  };
}

/** Programs that print `tick` again and again, and wait for a debugger at a port that they print. */
export const TICKING = {
  node: "let n = 0;\nsetInterval(() => {\n  n += 1;\n  console.log('tick', n);\n}, 20);\n",
  python: `import debugpy, sys, time
print("listening at port", debugpy.listen(("127.0.0.1", 0))[1], file=sys.stderr, flush=True)
n = 0
while True:
    n += 1
    print("tick", n, flush=True)
    time.sleep(0.02)
`,
};

/** Runs a file with the text of `TICKING`. */
export async function runTicking(type: keyof typeof TICKING, file: string) {
  const python = type === 'python' ? ((await debugAdapter('debugpy')) ?? 'python3') : '';
  const program = await (type === 'node'
    ? runProgram(process.execPath, ['--inspect=0', file], dirname(file), /ws:\/\/[^:]+:(\d+)\//)
    : runProgram(python, [file], dirname(file), /at port (\d+)/));
  return { program, port: Number(program.found[1]) };
}
