import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseProxyJump, resolveRoute } from './route.ts';
import type { SshConfig } from './schema.ts';
import { sshSchema } from './schema.ts';
import { createHome } from './testing/server.ts';

function route(ssh: SshConfig, config = '', env: Record<string, string> = {}) {
  const { home, write } = createHome();
  write('.ssh/config', config);
  write('.ssh/id_ed25519', 'a key');
  return { home, hops: resolveRoute(ssh, { home, env }) };
}

const labels = (ssh: SshConfig, config?: string) => route(ssh, config).hops.map(({ label }) => label);
const me = userInfo().username;

test('applies the defaults of ssh to a bare host', () => {
  const { home, hops } = route({ host: 'bastion.test' }, '', { SSH_AUTH_SOCK: '/agent' });
  expect(hops).toEqual([
    {
      host: 'bastion.test',
      port: 22,
      user: me,
      label: `${me}@bastion.test:22`,
      knownAs: 'bastion.test',
      knownHostsFiles: [
        join(home, '.ssh/known_hosts'),
        join(home, '.ssh/known_hosts2'),
        '/etc/ssh/ssh_known_hosts',
      ],
      auth: {
        configured: false,
        keyFiles: [join(home, '.ssh/id_ed25519')],
        passphrase: undefined,
        useAgent: true,
        agentSocket: '/agent',
        onlyKeyFiles: false,
      },
    },
  ]);
});

test('resolves an alias, and the connection overrides ~/.ssh/config', () => {
  const config = `Host b
    HostName %h.internal
    User deploy
    Port 2222
    IdentityFile ~/keys/%r@%h
    HostKeyAlias the-bastion
    UserKnownHostsFile %d/kh none`;
  const { home, hops } = route({ host: 'b', user: 'other' }, config);
  expect(hops[0]).toMatchObject({
    label: 'other@b.internal:2222',
    knownAs: 'the-bastion',
    knownHostsFiles: [join(home, 'kh'), '/etc/ssh/ssh_known_hosts'],
    auth: { keyFiles: [join(home, 'keys/other@b.internal')], useAgent: false },
  });
});

test('uses only the authentication methods that the connection names', () => {
  const config = 'IdentityFile ~/x\nIdentityAgent /other/agent';
  expect(route({ host: 'b', password: 'p' }, config).hops[0]?.auth).toMatchObject({
    configured: true,
    password: 'p',
    keyFiles: [],
    useAgent: false,
  });
  expect(route({ host: 'b', privateKey: '/k', agent: true }, config).hops[0]?.auth).toMatchObject({
    keyFiles: ['/k'],
    useAgent: true,
    agentSocket: '/other/agent',
  });
  expect(route({ host: 'b', agent: false }, config).hops[0]?.auth.useAgent).toBe(false);
});

test('reads the agent socket from a variable, or disables the agent', () => {
  const env = { MINE: '/mine', SSH_AUTH_SOCK: '/usual' };
  const socket = (value: string) =>
    route({ host: 'b' }, `IdentityAgent ${value}`, env).hops[0]?.auth.agentSocket;
  expect([socket('$MINE'), socket(`\${MINE}`), socket('SSH_AUTH_SOCK'), socket('none')]).toEqual([
    '/mine',
    '/mine',
    '/usual',
    undefined,
  ]);
});

test('uses only the known_hosts file that the connection names', () => {
  expect(route({ host: 'b', knownHosts: '/kh' }).hops[0]?.knownHostsFiles).toEqual(['/kh']);
});

test('puts jump hosts first, in order, each with its own settings', () => {
  const config =
    'Host one\n  User u1\n  ProxyJump zero\nHost two\n  User u2\n  ProxyJump ignored\nHost target\n  ProxyJump never';
  expect(
    labels({ host: 'target', user: 'u', jump: [{ host: 'one' }, { host: 'two', port: 7 }] }, config),
  ).toEqual([`${me}@zero:22`, 'u1@one:22', 'u2@two:7', 'u@target:22']);
  expect(labels({ host: 'target', user: 'u', jump: [] }, config)).toEqual(['u@target:22']);
});

test('follows ProxyJump', () => {
  const config = 'Host target\n  ProxyJump a@one:7,two\nHost one\n  ProxyJump none';
  expect(labels({ host: 'target', user: 'u' }, config)).toEqual(['a@one:7', `${me}@two:22`, 'u@target:22']);
});

test('parses every form of ProxyJump and rejects others', () => {
  expect(parseProxyJump('h')).toEqual([{ host: 'h' }]);
  expect(parseProxyJump('ssh://u@h:7/, [::1]:8')).toEqual([
    { host: 'h', user: 'u', port: 7 },
    { host: '::1', port: 8 },
  ]);
  expect(() => parseProxyJump('a,,b')).toThrow('not [user@]host[:port]');
});

test('rejects a ProxyJump loop', () => {
  const config = 'Host a\n  ProxyJump b\nHost b\n  ProxyJump a';
  expect(() => labels({ host: 'a' }, config)).toThrow('more than 8 hosts');
});

test('rejects ProxyCommand with an alternative in the hint', () => {
  expect(() => labels({ host: 'a' }, 'ProxyCommand nc %h %p')).toThrow(
    expect.objectContaining({ code: 'E_SSH_CONFIG', hint: expect.stringContaining('ProxyJump') }),
  );
});

test('the schema accepts a bare host and rejects unknown fields', () => {
  expect(sshSchema.parse({ host: 'alias' })).toEqual({ host: 'alias' });
  expect(sshSchema.safeParse({ host: 'h', prot: 1 }).success).toBe(false);
  expect(sshSchema.safeParse({ host: 'h', jump: [{ host: 'j', jump: [] }] }).success).toBe(false);
});
