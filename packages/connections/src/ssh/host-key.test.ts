import { readFileSync } from 'node:fs';
import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { expect, test } from 'vitest';
import { ask, createHome, createKey, startEcho, startServer } from './testing/server.ts';
import { byPassword, byQuestion, PASSWORD, tunnelTo, until, user } from './testing/tunnel.ts';
import { openTunnel } from './tunnel.ts';

test('authenticates by keyboard-interactive with the password', async () => {
  const [server, echo] = [await startServer(byQuestion), await startEcho()];
  const tunnel = await tunnelTo(echo.port, [server]);
  expect(await ask(tunnel.localPort, 'asked')).toBe('ASKED');
});

test('reports the methods tried and not the password when authentication fails', async () => {
  const server = await startServer(byPassword);
  const failure = await tunnelTo(1, [server], { password: 'planted-wrong-password' }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    code: 'E_SSH_AUTH',
    message: `mole@127.0.0.1:${server.port} accepts none of these: password, keyboard-interactive.`,
  });
  expect(JSON.stringify(failure)).not.toContain('planted');
  await until(() => server.clients.size === 0);
});

test('rejects an unknown host key before authentication, with the known_hosts line that accepts it', async () => {
  const seen: string[] = [];
  const server = await startServer((context) => {
    seen.push(context.method);
    context.reject();
  });
  const failure = await tunnelTo(1, [], { port: server.port }).catch((error: unknown) => error);
  const line = `[127.0.0.1]:${server.port} ${server.hostKey.public}`;
  expect(failure).toMatchObject({
    code: 'E_SSH_HOST_UNKNOWN',
    message: expect.stringContaining(`ssh-ed25519 ${server.hostKey.fingerprint}`),
    hint: expect.stringContaining(`echo '${line}' >> `),
    details: { fingerprint: server.hostKey.fingerprint, line },
  });
  expect(seen).toEqual([]);
  const { hint } = failure as { hint: string };
  expect(createRedactor().suspected(hint)).toBe(hint);
});

test('accepts the server after the line of the hint was added', async () => {
  const [server, echo] = [await startServer(byPassword), await startEcho()];
  const { home, write } = createHome();
  const open = () =>
    openTunnel(
      { host: '127.0.0.1', port: server.port, user, password: PASSWORD },
      { host: '127.0.0.1', port: echo.port },
      { log: silentLog, home, env: {} },
    );
  const refused = await open().catch((error: { details?: { line?: string; file?: string } }) => error);
  const { line = '', file = '' } = ('details' in refused && refused.details) || {};
  expect(file).toBe(`${home}/.ssh/known_hosts`);
  write('.ssh/known_hosts', `${line}\n`);
  const tunnel = await open();
  expect(await ask(tunnel.localPort, 'known')).toBe('KNOWN');
  await tunnel.dispose();
});

test('rejects a changed host key', async () => {
  const server = await startServer(byPassword);
  const { write } = createHome();
  const knownHosts = write('kh', `[127.0.0.1]:${server.port} ${createKey().public}\n`);
  await expect(tunnelTo(1, [], { port: server.port, knownHosts })).rejects.toMatchObject({
    code: 'E_SSH_HOST_CHANGED',
    message: expect.stringContaining(`${knownHosts}:1`),
    details: { fingerprint: server.hostKey.fingerprint },
  });
});

test('rejects a revoked host key', async () => {
  const server = await startServer(byPassword);
  const { write } = createHome();
  const name = `[127.0.0.1]:${server.port}`;
  const knownHosts = write(
    'kh',
    `${name} ${server.hostKey.public}\n@revoked ${name} ${server.hostKey.public}\n`,
  );
  await expect(tunnelTo(1, [], { port: server.port, knownHosts })).rejects.toMatchObject({
    code: 'E_SSH_HOST_REVOKED',
  });
});

test('rejects an encrypted, missing or public key file before it connects', async () => {
  const { write } = createHome();
  const locked = write('locked', createKey('ed25519', 'planted-passphrase').private);
  const refusal = (privateKey: string, passphrase?: string) =>
    tunnelTo(1, [], { port: 1, password: undefined, privateKey, passphrase }).catch(
      (error: unknown) => error,
    );
  for (const passphrase of [undefined, 'planted-wrong']) {
    expect(await refusal(locked, passphrase)).toMatchObject({
      code: 'E_SSH_AUTH',
      message: expect.stringContaining(locked),
      hint: expect.stringContaining('passphrase'),
    });
  }
  expect(await refusal('/nowhere/key')).toMatchObject({ message: expect.stringContaining('ENOENT') });
  expect(await refusal(write('public', createKey().public))).toMatchObject({
    message: expect.stringContaining('public key'),
  });
  expect(readFileSync(locked, 'utf8')).toContain('PRIVATE KEY');
});

test('does not connect without an authentication method', async () => {
  await expect(tunnelTo(1, [], { port: 1, password: undefined })).rejects.toMatchObject({
    code: 'E_SSH_AUTH',
    hint: expect.stringContaining('privateKey'),
  });
  await expect(tunnelTo(1, [], { port: 1, password: undefined, agent: true })).rejects.toMatchObject({
    code: 'E_SSH_AUTH',
    hint: expect.stringContaining('SSH_AUTH_SOCK'),
  });
});
