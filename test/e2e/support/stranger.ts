import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterwards } from './cleanup.ts';

/** AuthenticationCleartextPassword of PostgreSQL. */
const PASSWORD_PLEASE = Buffer.from('520000000800000003', 'hex');
/** The code of a request for TLS, which is answered with no. */
const WANTS_TLS = 80_877_103;

export interface Stranger {
  readonly port: number;
  /** Everything that was sent to it. */
  readonly received: () => string;
}

/** Somebody's host that speaks enough of the PostgreSQL protocol to be sent a password. */
export async function startStranger(): Promise<Stranger> {
  const chunks: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (chunk.length === 8 && chunk.readInt32BE(4) === WANTS_TLS) socket.write('N');
      else if (chunk[0] === 'p'.charCodeAt(0)) socket.destroy();
      else socket.write(PASSWORD_PLEASE);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, received: () => Buffer.concat(chunks).toString('latin1') };
}
