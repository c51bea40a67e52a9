import { StaleBackendError } from '@molehill/connections/errors';
import { afterAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../../test/engines/certificates.ts';
import { type FakeClusterOptions, json, startFakeCluster } from '../testing/fake-cluster.ts';
import { type Fields, failure, openFakeCluster, openTo, wanted } from './testing/client.ts';

describe('connection failures', () => {
  const trusted = makeAuthority();
  const stranger = makeAuthority();
  const tls = trusted.issue('search.internal');
  afterAll(() => {
    trusted.remove();
    stranger.remove();
  });

  test('connection refused', async () => {
    const far = await startFakeCluster(json({}));
    await far.close();
    expect(await failure(openTo(far))).toMatchObject({
      code: 'E_CONNECT_FAILED',
      message: expect.stringContaining(`127.0.0.1:${far.port}`),
      hint: expect.stringContaining('Nothing listens there'),
      retryable: true,
    });
  });

  test('unknown host name', async () => {
    expect(await failure(openTo({ port: 9200 }, { host: 'nowhere.invalid' }))).toMatchObject({
      code: 'E_CONNECT_FAILED',
      message: expect.stringContaining('nowhere.invalid'),
      hint: expect.stringMatching(/does not resolve|name server/),
    });
  });

  const secure = { scheme: 'https', host: 'search.internal' };
  const openSecure = async (fields: Fields, server: FakeClusterOptions = { tls }) => {
    const far = await startFakeCluster(json({}), server);
    return { far, opening: openTo({ ...far, through: '127.0.0.1' }, { ...secure, ...fields }) };
  };

  test('TLS: accepts the right CA and the name in the certificate', async () => {
    const { far, opening } = await openSecure({ ca: trusted.file });
    await (await opening).request('GET', '/a', wanted);
    expect(far.received[0]?.serverName).toBe('search.internal');
  });

  test('TLS: accepts any certificate with verifyTls false', async () => {
    const { opening } = await openSecure({ verifyTls: false, host: 'other.internal' });
    expect(await (await opening).request('GET', '/a', wanted)).toMatchObject({ status: 200 });
  });

  test.each<[string, () => Fields, RegExp]>([
    ['another CA', () => ({ ca: stranger.file }), /file of that CA/],
    ['the CA is not configured', () => ({}), /ca of the connection/],
    ['another name', () => ({ ca: trusted.file, host: 'other.internal' }), /for other names/],
    [
      'an IP address that is not in the certificate',
      () => ({ ca: trusted.file, host: '127.0.0.1' }),
      /for other names/,
    ],
    ['a CA that cannot be read', () => ({ ca: '/nowhere/ca.pem' }), /relative path/],
  ])('TLS: %s', async (_, fields, hint) => {
    const { far, opening } = await openSecure(fields());
    expect(await failure(opening)).toMatchObject({
      code: 'E_ES_TLS',
      hint: expect.stringMatching(hint),
      retryable: false,
    });
    expect(far.received).toEqual([]);
  });

  test('reports a scheme that does not match the server', async () => {
    const plain = await openSecure({}, {});
    expect(await failure(plain.opening)).toMatchObject({
      code: 'E_ES_TLS',
      hint: expect.stringContaining('scheme to "http"'),
    });
    const encrypted = await openSecure({ scheme: 'http' });
    expect(await failure(encrypted.opening)).toMatchObject({
      code: 'E_CONNECT_FAILED',
      hint: expect.stringContaining('"https"'),
    });
  });

  test.each([
    [true, 'E_ES_BROKEN'],
    [false, 'E_ES_UNKNOWN_OUTCOME'],
  ])('the connection is lost during the response; reads: %s', async (reads, code) => {
    const { backend } = await openFakeCluster((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"a":');
      setImmediate(() => response.destroy());
    });
    expect(await failure(backend.request('POST', '/a', { ...wanted, reads }))).toMatchObject({ code });
  });

  test('the connection is lost before the response: retries a read, never a write', async () => {
    const { backend, far } = await openFakeCluster((response) => response.destroy());
    expect(await failure(backend.request('GET', '/a', wanted))).toBeInstanceOf(StaleBackendError);
    expect(await failure(backend.request('PUT', '/a', { ...wanted, reads: false }))).toMatchObject({
      code: 'E_ES_UNKNOWN_OUTCOME',
      outranksAbort: true,
    });
    expect(far.received).toHaveLength(2);
  });

  test('the node restarts: retries what was never sent', async () => {
    const { far, backend } = await openFakeCluster(json({ n: 1 }));
    await backend.request('GET', '/a', wanted);
    await far.close();
    expect(await failure(backend.request('GET', '/a', wanted))).toBeInstanceOf(StaleBackendError);
    const write = backend.request('PUT', '/a', { ...wanted, reads: false });
    expect(await failure(write)).toBeInstanceOf(StaleBackendError);
    await startFakeCluster(json({ n: 2 }), { port: far.port });
    expect(await backend.request('PUT', '/a', { ...wanted, reads: false })).toMatchObject({ body: { n: 2 } });
  });

  test.each([
    [true, 'E_STOPPED'],
    [false, 'E_ES_UNKNOWN_OUTCOME'],
  ])('the caller cancels; reads: %s', async (reads, code) => {
    const controller = new AbortController();
    const reason = Object.assign(new Error('stopped'), { code: 'E_STOPPED' });
    const { backend } = await openFakeCluster(() => controller.abort(reason));
    const asked = backend.request('POST', '/a', { ...wanted, reads, signal: controller.signal });
    expect(await failure(asked)).toMatchObject({ code });
  });
});
