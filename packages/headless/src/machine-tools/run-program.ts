import { drain } from '@molehill/core/processes/drain';
import { exitText, ProcessGroup } from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import { RingLog } from '@molehill/core/processes/ring-log';
import type { Env } from './machine-tool.ts';

const TAIL_CHARACTERS = 800;

export interface RunOptions {
  readonly cwd: string;
  readonly env: Env;
  readonly signal: AbortSignal;
  readonly reaper: Reaper;
}

/** Runs a program to its end and returns the end of its output. Ends the program and all it started when aborted. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env, signal, reaper }: RunOptions,
): Promise<string> {
  signal.throwIfAborted();
  const group = await ProcessGroup.start({ command, args, cwd, env }, reaper);
  const output = new RingLog();
  drain(group.stdout, (chunk) => output.write(chunk));
  drain(group.stderr, (chunk) => output.write(chunk));
  group.stdin.end();
  const stop = () => void group.end();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const exit = await group.exited;
    await group.end();
    signal.throwIfAborted();
    if (exit.code === 0) return output.text();
    const said = readable(output.text());
    throw new Error(`${command} ${args[0] ?? ''} ${exitText(exit)}${said ? `: ${said}` : ''}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Stack traces, and lines about logs that are removed with the folder. */
const NOISE = /^(npm error)?\s+at |^npm error(\s{2,}\w+: | \}| Log files| A complete log|\s*$)/;

/** The end of what a program said, without what helps nobody. */
function readable(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '' && !NOISE.test(line));
  return lines.join('\n').slice(-TAIL_CHARACTERS);
}
