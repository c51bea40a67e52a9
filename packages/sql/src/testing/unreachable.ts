import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Unreachable servers on this machine, until the test ends. */

/** Accepts connections and never answers. `reached` resolves with the first connection. */
export async function silentServer(): Promise<{ readonly port: number; readonly reached: Promise<unknown> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const reached = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, reached };
}

/** A closed port. */
export async function refusingPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const BLOCKED_LISTENER = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** More than the listener's backlog: the system drops further connections without an answer. */
const BACKLOG_FILLERS = 8;

/** Drops connection attempts silently, like a firewall. */
export async function blackHole(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', BLOCKED_LISTENER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  const port = Number(said);
  const fillers = Array.from({ length: BACKLOG_FILLERS }, () => connect(port, '127.0.0.1'));
  for (const socket of fillers) socket.on('error', () => {});
  onTestFinished(() => {
    for (const socket of fillers) socket.destroy();
    child.kill('SIGKILL');
  });
  await once(fillers[0] ?? child, 'connect');
  return port;
}
