import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Node } from './cluster.ts';

export interface Recorder {
  /** Plain HTTP, also where the node speaks TLS. */
  readonly port: number;
  /** Every byte received since the last call. */
  take(): Buffer;
  /** Destroys a connection after this many bytes of a response. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

/** A TCP proxy in front of a node that records every byte sent to it. */
export async function startRecorder(node: Node): Promise<Recorder> {
  const state: State = { seen: [], left: Number.POSITIVE_INFINITY, sockets: new Set() };
  const server = createServer((near) => relay(near, openTo(node), state));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    take: () => Buffer.concat(state.seen.splice(0)),
    cutAfter: (bytes) => {
      state.left = bytes;
    },
    close: async () => {
      for (const socket of state.sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface State {
  readonly seen: Buffer[];
  readonly sockets: Set<Socket>;
  left: number;
}

function relay(near: Socket, far: Socket, state: State): void {
  for (const socket of [near, far]) state.sockets.add(socket.on('error', () => {}));
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
  near.on('data', (chunk: Buffer) => state.seen.push(chunk));
  near.pipe(far);
  far.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, state.left);
    state.left -= part.length;
    if (part.length < chunk.length) near.write(part, () => near.destroy());
    else if (!near.write(part)) far.pause();
  });
  near.on('drain', () => far.resume());
}

function openTo({ port, secure }: Node): Socket {
  const address = { host: '127.0.0.1', port };
  return secure ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address);
}
