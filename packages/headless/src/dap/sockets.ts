import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Channel } from './connection.ts';

export const LOCAL = '127.0.0.1';

/** Adapters print the line that names their port first. */
const MAX_BANNER_CHARACTERS = 16_384;

export async function openSocket(host: string, port: number, signal: AbortSignal): Promise<Channel> {
  const socket = connect({ host, port, noDelay: true });
  try {
    await once(socket, 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return channelOf(socket);
}

export async function listenLocally(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer({ noDelay: true });
  server.listen(0, LOCAL);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system assigned no port.');
  return { server, port: address.port };
}

export async function acceptOne(server: Server, signal: AbortSignal): Promise<Channel> {
  const [socket]: Socket[] = await once(server, 'connection', { signal });
  if (!socket) throw new Error('The adapter did not connect.');
  return channelOf(socket);
}

function channelOf(socket: Socket): Channel {
  return { input: socket, output: socket, destroy: () => socket.destroy() };
}

/** The port in the first match of `pattern` in what the streams print. Never settles where they print none. */
export function printedPort(streams: readonly Readable[], pattern: RegExp): Promise<number> {
  return new Promise((resolve) => {
    for (const stream of streams) {
      let text = '';
      const read = (chunk: Buffer) => {
        text = (text + chunk.toString('utf8')).slice(-MAX_BANNER_CHARACTERS);
        const port = pattern.exec(text)?.[1];
        if (port === undefined) return;
        stream.off('data', read);
        resolve(Number(port));
      };
      stream.on('data', read);
    }
  });
}
