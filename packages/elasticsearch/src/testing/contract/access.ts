import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenSsh } from '../../../../../test/engines/sshd.ts';
import { connectEs, type EsEndpoint, type Input } from '../es-client.ts';
import { startFront } from '../front.ts';
import { LOGS } from '../logs.ts';
import { startSshServer } from '../tunnel.ts';
import { type ClusterEngine, READER, type Stage, secrets } from './stage.ts';

/** What a cluster is reached by when it must prove who it is: itself, or the front where it knows no TLS. */
function encrypted({ engine, server, front, trusted }: Stage): Input {
  const { user, password } = server;
  const own = engine.security
    ? { port: server.port, user, password }
    : { port: front.port, apiKey: secrets.apiKey };
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

export function describeEncryption(stage: () => Stage, programs: OpenSsh | undefined): void {
  describe('encryption', () => {
    test('a certificate that is trusted and names the host is accepted', async () => {
      expect(await count(stage().open([encrypted(stage())]))).toMatchObject({ status: 200 });
    });

    test('a certificate of a stranger, or of nobody known, is refused', async () => {
      const { ca: _, ...unknown } = encrypted(stage());
      for (const connection of [{ ...unknown, ca: stage().stranger.file }, unknown]) {
        const error = await refusal(stage().open([connection]));
        expect(error).toMatchObject({ code: 'E_ES_TLS', hint: expect.stringMatching(/\bca\b/) });
      }
    });

    test('verifyTls: false asks for no proof', async () => {
      const { ca: _, ...unproven } = encrypted(stage());
      expect(await count(stage().open([{ ...unproven, verifyTls: false }]))).toMatchObject({ status: 200 });
    });

    test('a file that is not there is named', async () => {
      const error = await refusal(stage().open([{ ...encrypted(stage()), ca: '/nowhere/ca.pem' }]));
      expect(error?.message).toContain('/nowhere/ca.pem');
    });

    describe.skipIf(!programs)('through an SSH tunnel', () => {
      async function tunnelled(target: Input): Promise<EsEndpoint> {
        if (!programs) throw new Error('needs sshd');
        const { ssh, close } = await startSshServer(programs);
        onTestFinished(close);
        return stage().open([{ ...target, ssh }]);
      }

      test('the certificate is checked against the real host, not the near end', async () => {
        expect(await count(await tunnelled(encrypted(stage())))).toMatchObject({ status: 200 });
      });

      test('a certificate for another name is refused, and the name is said', async () => {
        const { node, trusted } = stage();
        const tls = trusted.issue('search.internal');
        const front = await startFront(node, { tls, apiKey: secrets.apiKey });
        onTestFinished(() => front.close());
        const keyed = { type: 'elasticsearch', name: 'tls', host: 'localhost', port: front.port };
        const error = await refusal(
          await tunnelled({ ...keyed, ca: trusted.file, apiKey: secrets.apiKey, readonly: true }),
        );
        expect(error).toMatchObject({ code: 'E_ES_TLS', message: expect.stringContaining('localhost') });
      });

      test('a stranger’s certificate is refused there too', async () => {
        const error = await refusal(await tunnelled({ ...encrypted(stage()), ca: stage().stranger.file }));
        expect(error).toMatchObject({ code: 'E_ES_TLS' });
      });
    });
  });
}

export function describeSigningIn(stage: () => Stage, engine: ClusterEngine): void {
  describe('signing in', () => {
    test('an API key lets in, another does not', async () => {
      const { endpoint } = stage();
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

    test('test_connection names product, version and user', async () => {
      const { endpoint, server } = stage();
      const { ask } = await connectEs(endpoint);
      expect(await ask('test_connection', { name: 'ro' })).toMatchObject({
        ok: true,
        product: engine.product,
        version: engine.version,
        ...(engine.security && { user: server.user }),
      });
    });

    if (engine.security) describeRoles(stage);
    else
      test(`${engine.title} comes without users and roles, and test_connection warns of it`, async () => {
        const { ask } = await connectEs(stage().endpoint);
        expect(await ask('test_connection', { name: 'ro' })).toMatchObject({
          user: 'anonymous',
          warning: expect.stringContaining('asks nobody to sign in'),
        });
      });
  });
}

function describeRoles(stage: () => Stage): void {
  const opened = (more: Input): EsEndpoint =>
    stage().open([{ ...stage().direct, name: 'reader', user: READER, ...more }]);

  test('a role that reads one index is told 403 for the others, with a hint', async () => {
    const endpoint = opened({ password: secrets.readerPassword });
    expect(await count(endpoint, 'reader')).toMatchObject({ status: 200 });
    const { request, ask } = await connectEs(endpoint);
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

  test('a wrong password is told as such', async () => {
    const endpoint = opened({ password: secrets.wrongPassword });
    expect(await count(endpoint, 'reader')).toMatchObject({ status: 401, hint: expect.stringMatching(/\S/) });
    const { call } = await connectEs(endpoint);
    const failed = await call('test_connection', { name: 'reader' });
    expect(failed).toMatchObject({ ok: false, error: { code: 'E_ES_AUTH' } });
  });
}
