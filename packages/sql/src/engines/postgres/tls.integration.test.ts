import { afterAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../../../test/engines/certificates.ts';
import { startPostgres } from '../../../../../test/engines/postgres.ts';
import { ask, cell, failure, openBackend, until } from '../shared/testing/backend.ts';

const trusted = makeAuthority();
const stranger = makeAuthority();
const server = await startPostgres({ tls: trusted.issue('db.internal.test') });

const ENCRYPTED = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

describe.skipIf(!server)('encrypted connections to PostgreSQL', () => {
  const { port, user, password } = server ?? {};
  const open = (tls: Record<string, string> | undefined, serverName = 'db.internal.test') =>
    openBackend(
      { type: 'postgres', host: serverName, port, user, password, database: 'postgres', ...(tls && { tls }) },
      { connectHost: '127.0.0.1', serverName },
    );

  afterAll(async () => {
    await server?.stop();
    for (const authority of [trusted, stranger]) authority.remove();
  });

  test.each([
    ['no settings', undefined, false],
    ['disable', { mode: 'disable' }, false],
    ['require, whoever signed it', { mode: 'require' }, true],
    ['verify-ca', { mode: 'verify-ca', ca: trusted.file }, true],
    ['verify-full', { mode: 'verify-full', ca: trusted.file }, true],
  ])('%s', async (_, tls, encrypted) => {
    const backend = await open(tls);
    expect(await cell(backend, ENCRYPTED)).toBe(encrypted);
    await backend.dispose();
  });

  test('verify-ca trusts the certificate under another name, verify-full does not', async () => {
    const lenient = await open({ mode: 'verify-ca', ca: trusted.file }, 'other.internal.test');
    expect(await cell(lenient, ENCRYPTED)).toBe(true);
    await lenient.dispose();
    const strict = await open({ mode: 'verify-full', ca: trusted.file }, 'other.internal.test');
    expect(await failure(ask(strict, 'SELECT 1'))).toMatchObject({
      code: 'E_TLS',
      message: expect.stringContaining('other.internal.test'),
    });
  });

  test.each(['verify-ca', 'verify-full'])(
    '%s refuses what a stranger signed, or nobody known',
    async (mode) => {
      for (const tls of [{ mode, ca: stranger.file }, { mode }]) {
        expect(await failure(ask(await open(tls), 'SELECT 1'))).toHaveProperty('code', 'E_TLS');
      }
    },
  );

  test('a file that is not there is named', async () => {
    const backend = await open({ mode: 'verify-full', ca: '/nowhere/ca.pem' });
    expect(await failure(ask(backend, 'SELECT 1'))).toMatchObject({
      code: 'E_TLS',
      message: expect.stringContaining('/nowhere/ca.pem'),
    });
  });

  test('a statement is cancelled over an encrypted connection too', async () => {
    const backend = await open({ mode: 'verify-full', ca: trusted.file });
    const controller = new AbortController();
    const running = failure(ask(backend, 'SELECT pg_sleep(605)', { signal: controller.signal }));
    const active =
      "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(605)' AND state = 'active'";
    await until(async () => (await cell(backend, active)) === 1);
    controller.abort(new Error('enough'));
    expect(await running).toHaveProperty('message', 'enough');
    await until(async () => (await cell(backend, active)) === 0);
    await backend.dispose();
  });
});
