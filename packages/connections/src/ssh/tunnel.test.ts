import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ask, createHome, listen, startEcho, startServer } from './testing/server.ts';
import { byPassword, freePort, PASSWORD, tunnelTo, until, user } from './testing/tunnel.ts';

test('forwards data in both directions after password authentication', async () => {
  const [server, echo] = [await startServer(byPassword), await startEcho()];
  const tunnel = await tunnelTo(echo.port, [server]);
  expect(tunnel.localHost).toBe('127.0.0.1');
  expect(await ask(tunnel.localPort, 'through the tunnel')).toBe('THROUGH THE TUNNEL');
  const large = 'x'.repeat(3_000_000);
  expect(await ask(tunnel.localPort, large)).toBe(large.toUpperCase());
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(tunnel.localPort, `call ${index}`)),
  );
  expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => `CALL ${index}`));
});

test('forwards through two servers with different passwords', async () => {
  const [first, second, echo] = [
    await startServer(byPassword),
    await startServer(byPassword),
    await startEcho(),
  ];
  const tunnel = await tunnelTo(echo.port, [first, second]);
  expect(await ask(tunnel.localPort, 'two hops')).toBe('TWO HOPS');
  expect([first.clients.size, second.clients.size]).toEqual([1, 1]);
});

test('names an SSH server that cannot be reached', async () => {
  const free = await freePort();
  await expect(tunnelTo(1, [], { port: free })).rejects.toMatchObject({
    code: 'E_SSH_CONNECT',
    message: expect.stringMatching(new RegExp(`mole@127.0.0.1:${free} cannot be reached: .*ECONNREFUSED`)),
  });
});

test('reports a jump host that cannot reach the next hop', async () => {
  const first = await startServer(byPassword);
  const free = await freePort();
  const jump = [{ host: '127.0.0.1', port: first.port, user, password: PASSWORD }];
  await expect(tunnelTo(1, [first], { port: free, jump })).rejects.toMatchObject({
    code: 'E_SSH_CONNECT',
    message: expect.stringContaining(`mole@127.0.0.1:${free}`),
  });
  await until(() => first.clients.size === 0);
});

/** Accepts connections and sends nothing. */
async function startMute() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.resume());
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: await listen(server), sockets };
}

test('gives up on a server that does not answer the handshake', async () => {
  const mute = await startMute();
  await expect(tunnelTo(1, [], { port: mute.port }, { readyTimeoutMs: 30 })).rejects.toMatchObject({
    code: 'E_SSH_CONNECT',
  });
  await until(() => mute.sockets.size === 0);
});

test('an aborted open rejects with the reason and leaves nothing open', async () => {
  const mute = await startMute();
  const controller = new AbortController();
  const opening = tunnelTo(1, [], { port: mute.port }, { signal: controller.signal }).catch(
    (error: unknown) => error,
  );
  await until(() => mute.sockets.size === 1);
  const reason = new Error('no longer wanted');
  controller.abort(reason);
  expect(await opening).toBe(reason);
  await until(() => mute.sockets.size === 0);
  await expect(tunnelTo(1, [], { port: mute.port }, { signal: controller.signal })).rejects.toBe(reason);
});

test('closes the socket and records the reason when the target cannot be reached', async () => {
  const server = await startServer(byPassword);
  const free = await freePort();
  const tunnel = await tunnelTo(free, [server]);
  expect(tunnel.forwardingError()).toBeUndefined();
  expect(await ask(tunnel.localPort, 'anybody?')).toBe('');
  expect(tunnel.forwardingError()).toBeDefined();
  expect(tunnel.isClosed()).toBe(false);
});

test('a dropped session closes the tunnel and its sockets', async () => {
  const [server, echo] = [await startServer(byPassword), await startEcho()];
  const tunnel = await tunnelTo(echo.port, [server]);
  const socket = connect(tunnel.localPort, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('hello');
  await once(socket, 'data');
  expect(tunnel.isClosed()).toBe(false);
  for (const client of server.clients) client.end();
  await once(socket, 'close');
  expect(tunnel.isClosed()).toBe(true);
  await until(() => echo.sockets.size === 0);
  expect(await ask(tunnel.localPort, 'still there?')).toBe('');
});

test('keepalive closes the tunnel of an unresponsive server', async () => {
  const [server, echo] = [await startServer(byPassword), await startEcho()];
  const between = createServer((near) => {
    const far = connect(server.port, '127.0.0.1');
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (chunk) => state.silent || far.write(chunk));
    far.on('data', (chunk) => state.silent || near.write(chunk));
  });
  const state = { silent: false };
  onTestFinished(() => void between.close());
  const port = await listen(between);
  const { write } = createHome();
  const knownHosts = write('kh', `[127.0.0.1]:${port} ${server.hostKey.public}\n`);
  const tunnel = await tunnelTo(echo.port, [], { port, knownHosts }, { keepaliveMs: 10 });
  expect(await ask(tunnel.localPort, 'yes')).toBe('YES');
  await sleep(100);
  expect(tunnel.isClosed()).toBe(false);
  state.silent = true;
  await until(() => tunnel.isClosed());
});

test('dispose closes every socket and session', async () => {
  const [first, second, echo] = [
    await startServer(byPassword),
    await startServer(byPassword),
    await startEcho(),
  ];
  const tunnel = await tunnelTo(echo.port, [first, second]);
  const sockets = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = connect(tunnel.localPort, '127.0.0.1');
      socket.on('error', () => {});
      socket.write('x');
      await once(socket, 'data');
      return socket;
    }),
  );
  await Promise.all([tunnel.dispose(), tunnel.dispose()]);
  await until(() => sockets.every((socket) => socket.closed));
  await until(() => echo.sockets.size + first.clients.size + second.clients.size === 0);
  expect(await ask(tunnel.localPort, 'gone?')).toBe('');
  expect(tunnel.isClosed()).toBe(true);
});
