import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createId } from '@molehill/core/ids';
import type { Channel } from './connection.ts';

export const LOCAL = '127.0.0.1';

/** Adapters print the line that names their port first. */
const MAX_BANNER_CHARACTERS = 16_384;

export function openSocket(host: string, port: number, signal: AbortSignal): Promise<Channel> {
  return connected(connect({ host, port, noDelay: true }), signal);
}

export function openPipe(path: string, signal: AbortSignal): Promise<Channel> {
  return connected(connect({ path }), signal);
}

async function connected(socket: Socket, signal: AbortSignal): Promise<Channel> {
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

/** A path for a socket that only this user can reach. */
export function pipePath(): { readonly path: string; remove(): void } {
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\molehill-${createId()}`, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'molehill-'));
  return { path: join(folder, 'dap'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The first group of the first match of `pattern` in what the streams print. Never settles where they print none. */
export function printed(streams: readonly Readable[], pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    for (const stream of streams) {
      let text = '';
      const read = (chunk: Buffer) => {
        text = (text + chunk.toString('utf8')).slice(-MAX_BANNER_CHARACTERS);
        const found = pattern.exec(text)?.[1];
        if (found === undefined) return;
        stream.off('data', read);
        resolve(found);
      };
      stream.on('data', read);
    }
  });
}
