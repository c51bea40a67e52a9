import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type AuthContext, type Connection } from 'ssh2';
import { onTestFinished } from 'vitest';

export interface KeyPair {
  readonly private: string;
  readonly public: string;
  readonly fingerprint: string;
}

export function createKey(type: 'ed25519' | 'rsa' = 'ed25519', passphrase?: string): KeyPair {
  const lock = passphrase === undefined ? {} : { passphrase, cipher: 'aes256-cbc', rounds: 4 };
  const { generateKeyPairSync, parseKey } = ssh2.utils;
  const pair =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { bits: 2048, ...lock })
      : generateKeyPairSync('ed25519', lock as Record<string, never>);
  // Of a key that begins with a zero byte, one in 256, the library writes down too little.
  if (parseKey(pair.private, passphrase) instanceof Error) return createKey(type, passphrase);
  const blob = Buffer.from(pair.public.split(' ')[1] ?? '', 'base64');
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return {
    private: pair.private,
    public: pair.public.split(' ').slice(0, 2).join(' '),
    fingerprint: `SHA256:${digest}`,
  };
}

/** A temporary home folder with ~/.ssh. */
export function createHome() {
  const home = mkdtempSync(join(tmpdir(), 'molehill-ssh-'));
  mkdirSync(join(home, '.ssh'), { mode: 0o700 });
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    const path = join(home, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  return { home, write };
}

/** Echoes every line in upper case. */
export async function startEcho(): Promise<{ readonly port: number; readonly sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (chunk) => socket.write(chunk.toString('latin1').toUpperCase(), 'latin1'));
    socket.on('end', () => socket.end());
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: await listen(server), sockets };
}

export async function listen(server: Server | InstanceType<typeof ssh2.Server>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends text to a port and resolves with the response, empty when the port is closed. */
export async function ask(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.end(text);
  await new Promise((resolve) => socket.on('close', resolve));
  return Buffer.concat(chunks).toString();
}

export interface InProcessServer {
  readonly port: number;
  readonly hostKey: KeyPair;
  /** Open connections. */
  readonly clients: Set<Connection>;
}

/** An SSH server in this process, for password authentication, which sshd allows to root only. */
export async function startServer(
  authenticate: (context: AuthContext) => void,
  hostKey: KeyPair = createKey(),
): Promise<InProcessServer> {
  const clients = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
    clients.add(client);
    client.on('authentication', authenticate);
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
      const onward = connect(destPort, destIP);
      onward.once('error', () => reject());
      onward.once('connect', () => {
        const channel = accept();
        channel.on('error', () => {});
        channel.pipe(onward).pipe(channel);
      });
    });
  });
  onTestFinished(() => {
    for (const client of clients) client.end();
    server.close();
  });
  return { port: await listen(server), hostKey, clients };
}
