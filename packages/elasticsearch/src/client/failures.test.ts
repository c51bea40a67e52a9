import { StaleBackendError } from '@molehill/connections/stale';
import { afterAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../../test/engines/certificates.ts';
import { type FarEndOptions, json, startFarEnd } from '../testing/far-end.ts';
import { type Fields, failure, openFarEnd, openTo, wanted } from './testing/client.ts';

describe('what goes wrong on the way', () => {
  const trusted = makeAuthority();
  const stranger = makeAuthority();
  const tls = trusted.issue('search.internal');
  afterAll(() => {
    trusted.remove();
    stranger.remove();
  });

  test('nobody listens', async () => {
    const far = await startFarEnd(json({}));
    await far.close();
    expect(await failure(openTo(far))).toMatchObject({
      code: 'E_CONNECT_FAILED',
      message: expect.stringContaining(`127.0.0.1:${far.port}`),
      hint: expect.stringContaining('Nothing listens there'),
      retryable: true,
    });
  });

  test('there is no such host', async () => {
    expect(await failure(openTo({ port: 9200 }, { host: 'nowhere.invalid' }))).toMatchObject({
      code: 'E_CONNECT_FAILED',
      message: expect.stringContaining('nowhere.invalid'),
      hint: expect.stringMatching(/no host of that name|name server/),
    });
  });

  const secure = { scheme: 'https', host: 'search.internal' };
  const openSecure = async (fields: Fields, server: FarEndOptions = { tls }) => {
    const far = await startFarEnd(json({}), server);
    return { far, opening: openTo({ ...far, through: '127.0.0.1' }, { ...secure, ...fields }) };
  };

  test('nothing, with the right CA and the name in the certificate', async () => {
    const { far, opening } = await openSecure({ ca: trusted.file });
    await (await opening).request('GET', '/a', wanted);
    expect(far.received[0]?.serverName).toBe('search.internal');
  });

  test('nothing, where nobody verifies', async () => {
    const { opening } = await openSecure({ verifyTls: false, host: 'other.internal' });
    expect(await (await opening).request('GET', '/a', wanted)).toMatchObject({ status: 200 });
  });

  test.each<[string, () => Fields, RegExp]>([
    ['another CA', () => ({ ca: stranger.file }), /right CA/],
    ['no CA that knows it', () => ({}), /ca of the connection/],
    ['another name', () => ({ ca: trusted.file, host: 'other.internal' }), /for other names/],
    [
      'an IP address the certificate has not',
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

  test('the server speaks no TLS, or nothing but TLS', async () => {
    const plain = await openSecure({}, {});
    expect(await failure(plain.opening)).toMatchObject({
      code: 'E_ES_TLS',
      hint: expect.stringContaining('scheme "http"'),
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
  ])('the connection is cut in the middle of an answer; it reads: %s', async (reads, code) => {
    const { backend } = await openFarEnd((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"a":');
      setImmediate(() => response.destroy());
    });
    expect(await failure(backend.request('POST', '/a', { ...wanted, reads }))).toMatchObject({ code });
  });

  test('the connection is cut before an answer: a read may be sent again, a write may not', async () => {
    const { backend, far } = await openFarEnd((response) => response.destroy());
    expect(await failure(backend.request('GET', '/a', wanted))).toBeInstanceOf(StaleBackendError);
    expect(await failure(backend.request('PUT', '/a', { ...wanted, reads: false }))).toMatchObject({
      code: 'E_ES_UNKNOWN_OUTCOME',
      outranksAbort: true,
    });
    expect(far.received).toHaveLength(2);
  });

  test('the node goes away: what was not sent may be sent again, and works when it is back', async () => {
    const { far, backend } = await openFarEnd(json({ n: 1 }));
    await backend.request('GET', '/a', wanted);
    await far.close();
    expect(await failure(backend.request('GET', '/a', wanted))).toBeInstanceOf(StaleBackendError);
    const write = backend.request('PUT', '/a', { ...wanted, reads: false });
    expect(await failure(write)).toBeInstanceOf(StaleBackendError);
    await startFarEnd(json({ n: 2 }), { port: far.port });
    expect(await backend.request('PUT', '/a', { ...wanted, reads: false })).toMatchObject({ body: { n: 2 } });
  });

  test.each([
    [true, 'E_STOPPED'],
    [false, 'E_ES_UNKNOWN_OUTCOME'],
  ])('the caller stops waiting; it reads: %s', async (reads, code) => {
    const controller = new AbortController();
    const reason = Object.assign(new Error('stopped'), { code: 'E_STOPPED' });
    const { backend } = await openFarEnd(() => controller.abort(reason));
    const asked = backend.request('POST', '/a', { ...wanted, reads, signal: controller.signal });
    expect(await failure(asked)).toMatchObject({ code });
  });
});
