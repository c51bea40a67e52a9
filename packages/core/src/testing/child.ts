import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Child {
  readonly process: ChildProcess;
  /** Complete lines of its standard output, as they come. */
  readonly lines: AsyncIterable<string>;
  /** All of its standard error, once it ended. */
  readonly errors: Promise<string>;
}

/** Runs a module given as text in a process of its own; the test's end is also its end. */
export function startModule(code: string, args: readonly string[] = [], input = ''): Child {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { process: child, lines: createInterface({ input: child.stdout }), errors: text(child.stderr) };
}

/** All that a module prints, once it ended well. */
export async function runModule(code: string, args: readonly string[] = [], input = '') {
  const child = startModule(code, args, input);
  const closed = once(child.process, 'close');
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  await closed;
  const errors = await child.errors;
  if (child.process.exitCode !== 0) throw new Error(`the module failed: ${errors}`);
  return { lines, errors };
}
