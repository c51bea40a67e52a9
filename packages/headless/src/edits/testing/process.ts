import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Makes the many processes start faster. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'molehill-edit-process') };
const script = fileURLToPath(new URL('./edit-process.ts', import.meta.url));

export interface EditProcess {
  go(): void;
  /** The lines that it printed after it was ready, and how it ended. */
  readonly ended: Promise<{ readonly lines: readonly string[]; readonly signal: NodeJS.Signals | null }>;
}

/** Resolves when it is ready. `command` runs before it, such as one that sets a limit. */
export async function startEditProcess(
  args: readonly string[],
  command: readonly string[] = [],
): Promise<EditProcess> {
  const [program = '', ...rest] = [...command, process.execPath, script, ...args];
  const child = spawn(program, rest, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  child.stdin.on('error', () => {});
  const output = createInterface({ input: child.stdout });
  const lines: string[] = [];
  output.on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(() => ({ lines: lines.slice(1), signal: child.signalCode }));
  await Promise.race([once(output, 'line'), ended]);
  return { go: () => child.stdin.write('go\n'), ended };
}

/** Runs one change in a process of its own, and answers with `applied` or the error. */
export async function applyInProcess(args: readonly string[], command?: readonly string[]): Promise<string> {
  const child = await startEditProcess(args, command);
  child.go();
  const { lines, signal } = await child.ended;
  return lines.at(-1) ?? `ended by ${signal}`;
}
