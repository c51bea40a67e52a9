import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

/**
 * Recorder between a client and the server: forwards bytes and signals unchanged and logs the messages.
 * Usage: tap.ts <trace file> <command> [arguments]
 */
const [traceFile, command, ...args] = process.argv.slice(2);
if (!traceFile || !command) throw new Error('usage: tap.ts <trace file> <command> [arguments]');

function record(entry: { kind: string; [key: string]: unknown }): void {
  try {
    appendFileSync(traceFile ?? '', `${JSON.stringify({ pid: process.pid, ...entry })}\n`);
  } catch {
    // The folder is deleted after the check; a server that ends later is not recorded.
  }
}

function recordLines(kind: 'in' | 'out'): PassThrough {
  const copy = new PassThrough();
  createInterface({ input: copy }).on('line', (line) => record({ kind, line }));
  return copy;
}

// Some clients start servers with an empty environment, so the state directory is set here.
const server = spawn(command, args, {
  stdio: ['pipe', 'pipe', 'inherit'],
  env: { ...process.env, MOLEHILL_HOME: join(dirname(traceFile), 'state') },
});
record({ kind: 'start', server: server.pid });

process.stdin.pipe(server.stdin);
process.stdin.pipe(recordLines('in'));
server.stdout.pipe(process.stdout);
server.stdout.pipe(recordLines('out'));
// Either side may have ended before the other noticed.
for (const stream of [server.stdin, process.stdout]) stream.on('error', () => {});

process.stdin.on('end', () => {
  record({ kind: 'eof' });
  setTimeout(() => server.kill('SIGKILL'), 5_000).unref();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    record({ kind: 'signal', signal });
    server.kill(signal);
  });
}
server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
server.on('close', (code, signal) => {
  record({ kind: 'exit', code, signal });
  process.exit(code ?? 1);
});
