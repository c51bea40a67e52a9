import { afterAll, describe, expect, test } from 'vitest';
import { type Authority, makeAuthority } from '../../../../../../test/engines/certificates.ts';
import type { RunningServer, ServerOptions } from '../../../../../../test/engines/server.ts';
import type { SqlBackend } from '../../engine.ts';
import { ask, cell, failure, openBackend, until } from './backend.ts';

interface TlsEngine {
  readonly title: string;
  start(options: ServerOptions): Promise<RunningServer | undefined>;
  /** The connection without address, credentials and TLS. */
  readonly definition: Readonly<Record<string, unknown>>;
  isEncrypted(backend: SqlBackend): Promise<boolean>;
  /** A statement that sleeps, and one that counts the sessions running it. */
  readonly sleep: string;
  readonly running: string;
}

export interface TlsScope {
  readonly trusted: Authority;
  open(tls: Record<string, string> | undefined, serverName?: string): Promise<SqlBackend>;
}

const CERTIFIED_NAME = 'db.internal.test';

/** The TLS modes, which every server engine implements alike. */
export async function describeTls(engine: TlsEngine, more: (scope: TlsScope) => void): Promise<void> {
  const trusted = makeAuthority();
  const untrusted = makeAuthority();
  const server = await engine.start({ tls: trusted.issue(CERTIFIED_NAME) });
  describe.skipIf(!server)(`TLS connections to ${engine.title}`, () => {
    const { port, user, password } = server ?? {};
    const open: TlsScope['open'] = (tls, serverName = CERTIFIED_NAME) =>
      openBackend(
        { ...engine.definition, host: serverName, port, user, password, ...(tls && { tls }) },
        { connectHost: '127.0.0.1', serverName },
      );

    afterAll(async () => {
      await server?.stop();
      for (const authority of [trusted, untrusted]) authority.remove();
    });

    test.each([
      ['no settings', undefined, false],
      ['disable', { mode: 'disable' }, false],
      ['require, with any authority', { mode: 'require' }, true],
      ['verify-ca', { mode: 'verify-ca', ca: trusted.file }, true],
      ['verify-full', { mode: 'verify-full', ca: trusted.file }, true],
    ])('%s', async (_, tls, encrypted) => {
      const backend = await open(tls);
      expect(await engine.isEncrypted(backend)).toBe(encrypted);
      await backend.dispose();
    });

    test('verify-ca accepts the certificate for another name, verify-full does not', async () => {
      const lenient = await open({ mode: 'verify-ca', ca: trusted.file }, 'other.internal.test');
      expect(await engine.isEncrypted(lenient)).toBe(true);
      await lenient.dispose();
      const strict = await open({ mode: 'verify-full', ca: trusted.file }, 'other.internal.test');
      expect(await failure(ask(strict, 'SELECT 1'))).toMatchObject({
        code: 'E_TLS',
        message: expect.stringContaining('other.internal.test'),
      });
    });

    test.each(['verify-ca', 'verify-full'])('%s rejects an untrusted authority', async (mode) => {
      for (const tls of [{ mode, ca: untrusted.file }, { mode }])
        expect(await failure(ask(await open(tls), 'SELECT 1'))).toHaveProperty('code', 'E_TLS');
    });

    test('names a file that does not exist', async () => {
      const backend = await open({ mode: 'verify-full', ca: '/missing/ca.pem' });
      expect(await failure(ask(backend, 'SELECT 1'))).toMatchObject({
        code: 'E_TLS',
        message: expect.stringContaining('/missing/ca.pem'),
      });
    });

    test('cancels a statement over an encrypted connection', async () => {
      const backend = await open({ mode: 'verify-full', ca: trusted.file });
      const controller = new AbortController();
      const answer = failure(ask(backend, engine.sleep, { signal: controller.signal }));
      await until(async () => (await cell(backend, engine.running)) === 1);
      controller.abort(new Error('aborted'));
      expect(await answer).toHaveProperty('message', 'aborted');
      await until(async () => (await cell(backend, engine.running)) === 0);
      await backend.dispose();
    });

    more({ trusted, open });
  });
}
