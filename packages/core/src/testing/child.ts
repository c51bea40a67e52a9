import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ChildOptions {
  readonly args?: readonly string[];
  /** Its standard input. */
  readonly input?: string;
  /** Called with each complete line of its standard output; `kill` as the result sends SIGKILL. */
  readonly onLine?: (line: string) => 'kill' | undefined;
}

export interface ChildResult {
  readonly lines: readonly string[];
  readonly errors: string;
  readonly signal: NodeJS.Signals | null;
}

/** Runs source code as a module in a child process, which ends with the test at the latest. */
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
