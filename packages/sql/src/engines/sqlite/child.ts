import { realpathSync } from 'node:fs';
import { toFailure } from './child/failure.ts';
import { loadSqlite } from './child/load.ts';
import { Reader } from './child/reader.ts';
import { startWatchdog } from './child/watchdog.ts';
import { Writer } from './child/writer.ts';
import type { Answer, Reply, Request } from './protocol.ts';

/**
 * The process that holds one database open. SQLite's drivers cannot be interrupted, a process can: whoever wants a statement
 * to stop kills it. It loads SQLite and nothing else, writes to no stream, and does not outlive its parent.
 */

let session: Reader | Writer | undefined;

async function perform(request: Request): Promise<Reply> {
  if (request.op === 'open') {
    const open = request.mode === 'read' ? Reader : Writer;
    // SQLite follows links before it looks for the files beside a database; so must whoever looks for them too.
    const file = realpathSync(request.file);
    session = new open(await loadSqlite(), { file, busyMs: request.busyMs });
    return { kind: 'opened' };
  }
  if (!session) throw new Error('no database is open');
  return answer(session, request);
}

function answer(session: Reader | Writer, request: Exclude<Request, { op: 'open' }>): Reply {
  switch (request.op) {
    case 'fetch':
      return session.fetch(request.count);
    case 'close':
      session.close();
      return { kind: 'closed' };
    case 'run':
      return session.run(request.sql, request.binding, request.plan);
    case 'script':
      return requireWriter(session).script(request.statements);
    case 'commit':
      return requireWriter(session).commit();
  }
}

function requireWriter(session: Reader | Writer): Writer {
  if (session instanceof Writer) return session;
  throw new Error('this database is open for reading only');
}

function send(answer: Answer): void {
  process.send?.(answer);
}

function endInOrder(): void {
  try {
    session?.handle.close();
  } finally {
    process.exit(0);
  }
}

process.on('message', (request: Request) => {
  perform(request).then(
    (reply) => send({ reply }),
    (error: unknown) => send({ failure: toFailure(error, session?.handle.authorizer.denied) }),
  );
});
process.on('disconnect', endInOrder);
/** Ctrl-C goes to every process of a terminal; the parent decides when its children end. */
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
startWatchdog();
