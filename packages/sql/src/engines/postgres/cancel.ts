import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { BackendKey } from './pg-internals.ts';

export interface CancelTarget extends BackendKey {
  readonly host: string;
  readonly port: number;
  readonly tls: ConnectionOptions | undefined;
}

const CANCEL_CODE = (1234 << 16) | 5678;
const TLS_CODE = (1234 << 16) | 5679;
const LIMIT_MS = 2_000;

function message(...words: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * (words.length + 1));
  buffer.writeInt32BE(buffer.length, 0);
  for (const [index, word] of words.entries()) buffer.writeInt32BE(word, 4 * (index + 1));
  return buffer;
}

/**
 * Sends a CancelRequest. It needs no login and no connection slot, so it works on a full server, and poolers forward it.
 * Resolves when the server has processed it or cannot be reached.
 */
export function requestCancel(target: CancelTarget): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(target.port, target.host);
    socket.setTimeout(LIMIT_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.once('close', () => resolve());
    socket.once('connect', () =>
      target.tls ? encryptThenSend(socket, target.tls, target) : send(socket, target),
    );
  });
}

/** The server closes the connection once it has processed the request. */
function send(socket: Socket, target: CancelTarget): void {
  socket.write(message(CANCEL_CODE, target.processID, target.secretKey));
  socket.resume();
}

function encryptThenSend(socket: Socket, tls: ConnectionOptions, target: CancelTarget): void {
  socket.once('data', (answer) => {
    if (answer.toString('latin1') !== 'S') {
      socket.destroy();
      return;
    }
    const secure = connectTls({ ...tls, socket });
    secure.on('error', () => socket.destroy());
    secure.once('secureConnect', () => send(secure, target));
    secure.once('end', () => socket.destroy());
  });
  socket.write(message(TLS_CODE));
}
