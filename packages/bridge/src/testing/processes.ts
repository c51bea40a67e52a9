import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Started {
  readonly child: ChildProcess;
  /** Once it says so itself. */
  readonly ready: Promise<unknown>;
  isReady(): boolean;
  kill(): Promise<void>;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
}

/** Runs a module in a process of its own, which does not outlive the test. */
export function start(module: URL, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = fork(fileURLToPath(module), [...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let isReady = false;
  const exited = once(child, 'exit');
  const ready = Promise.race([once(child, 'message'), exited]).then(([first]) => {
    isReady = true;
    return first;
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return { child, ready, isReady: () => isReady, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
