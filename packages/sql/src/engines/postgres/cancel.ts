import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

/** Which running statement to stop, and where. */
export interface CancelTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: ConnectionOptions | undefined;
  readonly processId: number;
  readonly secretKey: number;
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
 * The protocol's own way to stop a statement: a connection that needs no login and takes no slot, so it works on a full
 * server, and poolers in between pass it on. Resolves when the server has taken note, or when it cannot be reached.
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

/** The server closes the connection once it has passed the request on. */
function send(socket: Socket, target: CancelTarget): void {
  socket.write(message(CANCEL_CODE, target.processId, target.secretKey));
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
