import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Started {
  readonly child: ChildProcess;
  /** Resolves with its first message. */
  readonly ready: Promise<unknown>;
  isReady(): boolean;
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

/** Runs a module in a child process, which is killed at the end of the test. */
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
