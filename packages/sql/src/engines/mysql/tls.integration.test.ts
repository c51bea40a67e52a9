import { afterAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../../../test/engines/certificates.ts';
import { startMariadb } from '../../../../../test/engines/mariadb.ts';
import { ask, cell, failure, openBackend, until } from '../shared/testing/backend.ts';

const trusted = makeAuthority();
const stranger = makeAuthority();
const server = await startMariadb({ tls: trusted.issue('db.internal.test') });

async function cipher(backend: Awaited<ReturnType<typeof openBackend>>): Promise<unknown> {
  return (await ask(backend, "SHOW STATUS LIKE 'Ssl_cipher'")).rows[0]?.[1];
}

describe.skipIf(!server)('encrypted connections to MariaDB', () => {
  const { port, user, password } = server ?? {};
  const open = (tls: Record<string, string> | undefined, serverName = 'db.internal.test') =>
    openBackend(
      { type: 'mysql', host: serverName, port, user, password, ...(tls && { tls }) },
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
    expect((await cipher(backend)) !== '').toBe(encrypted);
    await backend.dispose();
  });

  test('verify-ca trusts the certificate under another name, verify-full does not', async () => {
    const lenient = await open({ mode: 'verify-ca', ca: trusted.file }, 'other.internal.test');
    expect(await cipher(lenient)).not.toBe('');
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

  test('verify-full of an address says that it needs a name', async () => {
    const backend = await open({ mode: 'verify-full', ca: trusted.file }, '127.0.0.1');
    expect(await failure(ask(backend, 'SELECT 1'))).toMatchObject({
      code: 'E_TLS',
      message: expect.stringContaining('127.0.0.1'),
    });
  });

  test('a statement is cancelled over an encrypted connection too', async () => {
    const backend = await open({ mode: 'verify-full', ca: trusted.file });
    const controller = new AbortController();
    const answer = failure(ask(backend, 'SELECT SLEEP(606)', { signal: controller.signal }));
    const running = "SELECT COUNT(*) FROM information_schema.processlist WHERE info = 'SELECT SLEEP(606)'";
    await until(async () => (await cell(backend, running)) === 1);
    controller.abort(new Error('enough'));
    expect(await answer).toHaveProperty('message', 'enough');
    await until(async () => (await cell(backend, running)) === 0);
    await backend.dispose();
  });
});
