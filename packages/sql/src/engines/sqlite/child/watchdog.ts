import { Worker } from 'node:worker_threads';

/**
 * A process busy inside SQLite hears nothing, not even that its parent died. This thread hears it, because standard input is
 * a pipe that only the parent holds, and ends the process. It waits a moment first: an idle process ends itself in order.
 */
const WATCH = `
  const { Socket } = require('node:net');
  const pipe = new Socket({ fd: 0 });
  const end = () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300);
  pipe.on('close', end).on('error', () => {}).resume();
`;

export function startWatchdog(): void {
  new Worker(WATCH, { eval: true }).unref();
}
