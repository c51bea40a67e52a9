import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeAuthority } from '../../../test/engines/certificates.ts';
import { startPostgres } from '../../../test/engines/postgres.ts';
import { makeSshKey } from '../../../test/engines/ssh-keys.ts';
import { type OpenSsh, openSsh, sshUser, startSshd } from '../../../test/engines/sshd.ts';
import { connectSql, openSqlEndpoint } from './testing/sql-client.ts';

const HOP = '127.0.0.1';
/** The name in the server's certificate; the local end of a tunnel has only an address. */
const DATABASE_HOST = 'localhost';

const programs = await openSsh();
const authority = makeAuthority();
const database = programs && (await startPostgres({ tls: authority.issue(DATABASE_HOST) }));

/** Two SSH servers: the first reaches only the second, the second only the database. */
async function createRoute(openssh: OpenSsh, databasePort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-route-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [outerKey, innerKey, ownKey] = [makeSshKey(openssh), makeSshKey(openssh), makeSshKey(openssh)];
  const privateKey = join(folder, 'key');
  writeFileSync(privateKey, ownKey.private, { mode: 0o600 });
  const start = async (hostKey: string, permitOpen: readonly string[], port?: number) => {
    const options = { hostKeys: [hostKey], authorizedKeys: [ownKey.public], permitOpen };
    const sshd = await startSshd(openssh, port === undefined ? options : { ...options, port });
    onTestFinished(() => sshd.kill());
    return sshd;
  };
  const onward = [DATABASE_HOST, HOP].map((host) => `${host}:${databasePort}`);
  const inner = await start(innerKey.private, onward);
  const outer = await start(outerKey.private, [`${HOP}:${inner.port}`]);
  /** A known_hosts file with the right or with wrong keys. */
  const trusting = (name: string, keys: { readonly outer?: string; readonly inner?: string }) => {
    const knownHosts = join(folder, name);
    const lines = [
      keys.outer && `[${HOP}]:${outer.port} ${keys.outer}`,
      keys.inner && `[${HOP}]:${inner.port} ${keys.inner}`,
    ];
    writeFileSync(knownHosts, `${lines.filter(Boolean).join('\n')}\n`);
    const hop = (port: number) => ({ host: HOP, port, user: sshUser().name, privateKey, knownHosts });
    return { ...hop(inner.port), jump: [hop(outer.port)] };
  };
  const restartOuter = () => start(outerKey.private, [`${HOP}:${inner.port}`], outer.port);
  return { outer, inner, outerKey, innerKey, trusting, restartOuter };
}

describe.skipIf(!database)('a query through two SSH servers to an encrypted PostgreSQL', () => {
  test('answers, rejects an unknown host key, and reconnects after an SSH server was restarted', async () => {
    if (!programs || !database) throw new Error('needs sshd and PostgreSQL');
    onTestFinished(async () => {
      await database.stop();
      authority.remove();
    });
    const route = await createRoute(programs, database.port);
    const { outerKey, innerKey, trusting } = route;
    const right = { outer: outerKey.public, inner: innerKey.public };
    const other = makeSshKey(programs).public;
    const define = (name: string, ssh: unknown, host = DATABASE_HOST) => {
      const { port, user, password } = database;
      const tls = { mode: 'verify-full', ca: authority.file };
      const server = { type: 'postgres', host, port, user, password, database: 'postgres' };
      return { name, ...server, tls, ssh, readonly: true };
    };
    const endpoint = openSqlEndpoint({
      connections: [
        define('right', trusting('right', right)),
        define('other-name', trusting('same', right), HOP),
        define('outer-unknown', trusting('none', {})),
        define('inner-unknown', trusting('half', { outer: outerKey.public })),
        { ...define('no-way-on', trusting('other', right)), port: route.outer.port },
        define('inner-changed', trusting('changed', { ...right, inner: other })),
      ],
    });
    onTestFinished(() => endpoint.close());
    const { call, query } = await connectSql(endpoint);
    const encrypted = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    const refusal = async (connection: string) =>
      (await call('query', { connection, sql: 'SELECT 1' })).error;

    expect((await query('right', encrypted)).rows).toEqual([{ ssl: true }]);
    for (const { log } of [route.outer, route.inner])
      expect(log.join('\n')).toContain('Accepted publickey for');
    expect(await refusal('other-name')).toMatchObject({
      code: 'E_TLS',
      message: expect.stringContaining(HOP),
    });
    expect(await refusal('no-way-on')).toMatchObject({
      code: 'E_TUNNEL',
      message: expect.stringContaining(`localhost:${route.outer.port}`),
    });

    expect(await refusal('outer-unknown')).toMatchObject({
      code: 'E_SSH_HOST_UNKNOWN',
      message: expect.stringContaining(outerKey.fingerprint),
    });
    expect(await refusal('inner-unknown')).toMatchObject({
      code: 'E_SSH_HOST_UNKNOWN',
      message: expect.stringContaining(innerKey.fingerprint),
    });
    expect(await refusal('inner-changed')).toMatchObject({
      code: 'E_SSH_HOST_CHANGED',
      message: expect.stringContaining(innerKey.fingerprint),
    });

    await route.outer.kill();
    // Until the tunnel notices, the database itself seems unreachable.
    await expect.poll(async () => (await refusal('right'))?.code).toBe('E_SSH_CONNECT');
    await route.restartOuter();
    expect((await query('right', encrypted)).rows).toEqual([{ ssl: true }]);
  });
});
