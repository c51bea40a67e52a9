import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenSsh } from '../../../../../test/engines/sshd.ts';
import { startApiKeyProxy } from '../api-key-proxy.ts';
import { confirming, connectEs, type EsEndpoint, type Input } from '../es-client.ts';
import { LOGS } from '../logs.ts';
import { startSshServer } from '../tunnel.ts';
import { type ClusterEngine, type ClusterFixture, READER, secrets } from './fixture.ts';

/** The TLS endpoint: the cluster itself, or the proxy where it has no TLS. */
function encrypted({ engine, server, proxy, trusted }: ClusterFixture): Input {
  const { user, password } = server;
  const own = engine.security
    ? { port: server.port, user, password }
    : { port: proxy.port, apiKey: secrets.apiKey };
  return { type: 'elasticsearch', name: 'tls', host: 'localhost', ca: trusted.file, readonly: true, ...own };
}

async function count(endpoint: EsEndpoint, connection = 'tls') {
  const { request } = await connectEs(endpoint);
  return request(connection, 'GET', `/${LOGS}/_count`);
}

async function refusal(endpoint: EsEndpoint, connection = 'tls') {
  const { call } = await connectEs(endpoint);
  const { ok, error } = await call('es_request', { connection, method: 'GET', path: `/${LOGS}/_count` });
  expect(ok).toBe(false);
  expect(error?.hint).not.toBe('');
  return error;
}

export function describeEncryption(fixture: () => ClusterFixture, programs: OpenSsh | undefined): void {
  describe('TLS', () => {
    test('accepts a trusted certificate that names the host', async () => {
      expect(await count(fixture().open([encrypted(fixture())]))).toMatchObject({ status: 200 });
    });

    test('rejects a certificate of an unknown CA', async () => {
      const { ca: _, ...unknown } = encrypted(fixture());
      for (const connection of [{ ...unknown, ca: fixture().stranger.file }, unknown]) {
        const error = await refusal(fixture().open([connection]));
        expect(error).toMatchObject({ code: 'E_ES_TLS', hint: expect.stringMatching(/\bca\b/) });
      }
    });

    test('accepts any certificate with verifyTls: false', async () => {
      const { ca: _, ...unproven } = encrypted(fixture());
      expect(await count(fixture().open([{ ...unproven, verifyTls: false }]))).toMatchObject({ status: 200 });
    });

    test('names a missing CA file', async () => {
      const error = await refusal(fixture().open([{ ...encrypted(fixture()), ca: '/nowhere/ca.pem' }]));
      expect(error?.message).toContain('/nowhere/ca.pem');
    });

    describe.skipIf(!programs)('through an SSH tunnel', () => {
      async function tunnelled(target: Input): Promise<EsEndpoint> {
        if (!programs) throw new Error('needs sshd');
        const { ssh, close } = await startSshServer(programs);
        onTestFinished(close);
        return fixture().open([{ ...target, ssh }]);
      }

      test('verifies the certificate against the real host, not the end of the tunnel', async () => {
        expect(await count(await tunnelled(encrypted(fixture())))).toMatchObject({ status: 200 });
      });

      test('rejects a certificate for another name, and names the host', async () => {
        const { node, trusted } = fixture();
        const tls = trusted.issue('search.internal');
        const proxy = await startApiKeyProxy(node, { tls, apiKey: secrets.apiKey });
        onTestFinished(() => proxy.close());
        const keyed = { type: 'elasticsearch', name: 'tls', host: 'localhost', port: proxy.port };
        const error = await refusal(
          await tunnelled({ ...keyed, ca: trusted.file, apiKey: secrets.apiKey, readonly: true }),
        );
        expect(error).toMatchObject({ code: 'E_ES_TLS', message: expect.stringContaining('localhost') });
      });

      test('rejects a certificate of an unknown CA through the tunnel', async () => {
        const error = await refusal(
          await tunnelled({ ...encrypted(fixture()), ca: fixture().stranger.file }),
        );
        expect(error).toMatchObject({ code: 'E_ES_TLS' });
      });
    });
  });
}

export function describeSigningIn(fixture: () => ClusterFixture, engine: ClusterEngine): void {
  describe('authentication', () => {
    test('accepts the API key and rejects another', async () => {
      const { endpoint } = fixture();
      expect(await count(endpoint, 'keyed')).toMatchObject({ status: 200, body: { count: 10_400 } });
      expect(await count(endpoint, 'wrong-key')).toMatchObject({
        status: 401,
        hint: expect.stringContaining('apiKey'),
      });
      const { call, ask } = await connectEs(endpoint);
      expect(await ask('test_connection', { name: 'keyed' })).toMatchObject({ ok: true });
      const failed = await call('test_connection', { name: 'wrong-key' });
      expect(failed).toMatchObject({ ok: false, error: { code: 'E_ES_AUTH' } });
    });

    test('test_connection reports product, version and user', async () => {
      const { endpoint, server } = fixture();
      const { ask } = await connectEs(endpoint);
      expect(await ask('test_connection', { name: 'ro' })).toMatchObject({
        ok: true,
        product: engine.product,
        version: engine.version,
        ...(engine.security && { user: server.user }),
      });
    });

    if (engine.security) describeRoles(fixture);
    else
      test(`${engine.title} has no authentication, and test_connection warns of it`, async () => {
        const { ask } = await connectEs(fixture().endpoint);
        expect(await ask('test_connection', { name: 'ro' })).toMatchObject({
          user: 'anonymous',
          warning: expect.stringContaining('has no authentication'),
        });
      });
  });
}

function describeRoles(fixture: () => ClusterFixture): void {
  const opened = (more: Input): EsEndpoint =>
    fixture().open([{ ...fixture().direct, name: 'reader', user: READER, ...more }]);

  test('a role for one index gets 403 with a hint for the others', async () => {
    const endpoint = opened({ password: secrets.readerPassword });
    expect(await count(endpoint, 'reader')).toMatchObject({ status: 200 });
    const { request, ask } = await connectEs(endpoint, confirming);
    for (const [method, path] of [
      ['GET', '/idx/_search'],
      ['DELETE', `/${LOGS}`],
    ] as const)
      expect(await request('reader', method, path)).toMatchObject({
        status: 403,
        body: { error: { type: 'security_exception' } },
        hint: expect.stringMatching(/\S/),
      });
    expect(await ask('test_connection', { name: 'reader' })).toMatchObject({ ok: true, user: READER });
  });

  test('a wrong password gets 401 with a hint', async () => {
    const endpoint = opened({ password: secrets.wrongPassword });
    expect(await count(endpoint, 'reader')).toMatchObject({ status: 401, hint: expect.stringMatching(/\S/) });
    const { call } = await connectEs(endpoint);
    const failed = await call('test_connection', { name: 'reader' });
    expect(failed).toMatchObject({ ok: false, error: { code: 'E_ES_AUTH' } });
  });
}
