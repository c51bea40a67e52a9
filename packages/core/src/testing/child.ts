import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ChildOptions {
  readonly args?: readonly string[];
  /** What it finds on its standard input. */
  readonly input?: string;
  /** Called with each complete line of its standard output; the answer `kill` ends it where it stands. */
  readonly onLine?: (line: string) => 'kill' | undefined;
}

export interface ChildResult {
  readonly lines: readonly string[];
  readonly errors: string;
  readonly signal: NodeJS.Signals | null;
}

/** Runs a module given as text in a process of its own, to its end; the test's end is also its end. */
export async function runModule(code: string, options: ChildOptions = {}): Promise<ChildResult> {
  const { args = [], input = '', onLine } = options;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, ...args]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  child.stdin.end(input);
  const lines: string[] = [];
  splitLines(child.stdout, (line) => {
    lines.push(line);
    if (onLine?.(line) === 'kill') child.kill('SIGKILL');
  });
  const errors = text(child.stderr);
  await once(child, 'close');
  if (child.exitCode !== 0 && child.exitCode !== null) throw new Error(`the module failed: ${await errors}`);
  return { lines, errors: await errors, signal: child.signalCode };
}

function splitLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
}
