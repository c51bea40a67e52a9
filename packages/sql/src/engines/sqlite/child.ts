import { realpathSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { toFailure } from './child/failure.ts';
import { loadSqlite } from './child/load.ts';
import { Session } from './child/session.ts';
import type { Answer, Request } from './protocol.ts';

/**
 * The child process that has one database open. SQLite's drivers cannot be interrupted and a worker thread cannot be terminated inside
 * native code, so a statement is cancelled by killing this process. It loads nothing but SQLite and does not outlive its parent.
 */

let session: Session | undefined;

async function perform(request: Request): Promise<unknown> {
  if (request.method === 'open') {
    const [options] = request.args;
    // SQLite resolves symbolic links before it looks for the journal beside a database.
    session = new Session(await loadSqlite(), { ...options, file: realpathSync(options.file) });
    return undefined;
  }
  if (!session) throw new Error('no database is open');
  const method: (...args: never[]) => unknown = session[request.method];
  return method.apply(session, request.args as never[]);
}

function send(answer: Answer): void {
  process.send?.(answer);
}

/**
 * A process inside SQLite does not notice that its parent exited. This thread does, because standard input is a pipe that only the parent
 * has open, and kills the process after a delay in which an idle process exits by itself.
 */
const WATCHDOG = `
  const { Socket } = require('node:net');
  const kill = () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300);
  new Socket({ fd: 0 }).on('close', kill).on('error', () => {}).resume();
`;

process.on('message', (request: Request) => {
  perform(request).then(
    (value) => send({ value }),
    (error: unknown) => send({ failure: toFailure(error, session?.denied) }),
  );
});
process.on('disconnect', () => {
  try {
    session?.dispose();
  } finally {
    process.exit(0);
  }
});
/** Ctrl-C reaches every process of a terminal; the parent decides when its children exit. */
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
new Worker(WATCHDOG, { eval: true }).unref();
