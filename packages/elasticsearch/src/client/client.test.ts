import { describe, expect, test } from 'vitest';
import { json, startFakeCluster } from '../testing/fake-cluster.ts';
import { requestTarget } from './target.ts';
import { type Fields, failure, openFakeCluster, openTo, wanted } from './testing/client.ts';

describe('a request', () => {
  test.each([
    '/idx/_search?q=a:1&size=1',
    '/%3Cidx-%7Bnow%2Fd%7D%3E/_search',
    '/a/../b/./c//d/',
    '/a%2fb%2Fc/%5fx/%e9',
    "/!$&'()*+,;=:@~/?a=%20+&b=[1]|",
    '/idx/_search?',
  ])('sends the path byte for byte: %s', async (path) => {
    const { far, backend } = await openFakeCluster(json({}));
    const sendable = !/[|]/.test(path);
    const sent = backend.request('GET', path, wanted);
    if (sendable) {
      await sent;
      expect(far.received.map((request) => request.path)).toEqual([path]);
    } else {
      expect(await failure(sent)).toMatchObject({ code: 'E_ES_REQUEST' });
      expect(far.received).toEqual([]);
    }
  });

  test.each([
    ['GET', ''],
    ['GET', 'idx'],
    ['GET', 'http://other/'],
    ['GET', '/a b'],
    ['GET', '/a\tb'],
    ['GET', '/a\r\nX: y'],
    ['GET', '/é'],
    ['GET', '/a#b'],
    ['GET', '/a\\b'],
    ['CONNECT', '/'],
    ['GET /', '/'],
    ['', '/'],
  ])('rejects what cannot be sent unchanged: %j %j', async (method, path) => {
    const { far, backend } = await openFakeCluster(json({}));
    expect(await failure(backend.request(method, path, wanted))).toMatchObject({ code: 'E_ES_REQUEST' });
    expect(far.received).toEqual([]);
  });

  test('appends encoded parameters to those of the path', async () => {
    const { far, backend } = await openFakeCluster(json({}));
    const target = requestTarget('/a?x=1', { 'ö&': 'a b/=', n: 1, yes: true });
    await backend.request('GET', target, wanted);
    expect(far.received[0]?.path).toBe('/a?x=1&%C3%B6%26=a%20b%2F%3D&n=1&yes=true');
  });

  test.each<[string, string, unknown, string, string]>([
    ['POST', '/_bulk', '{"index":{}}\n{"a":1}\n', 'application/x-ndjson', '{"index":{}}\n{"a":1}\n'],
    [
      'POST',
      '/idx/_bulk?refresh=true',
      [{ index: {} }, { a: 1 }],
      'application/x-ndjson',
      '{"index":{}}\n{"a":1}\n',
    ],
    ['GET', '/_msearch', '{}\n{}\n', 'application/x-ndjson', '{}\n{}\n'],
    ['GET', '/idx/_search', { size: 1 }, 'application/json', '{"size":1}'],
    ['PUT', '/idx/_doc/1', '{"n":9223372036854775807}', 'application/json', '{"n":9223372036854775807}'],
    ['POST', '/idx/_bulky', [1, null], 'application/json', '[1,null]'],
    ['DELETE', '/_pit', { id: 'x' }, 'application/json', '{"id":"x"}'],
  ])(
    '%s %s has the right content type, and a string is sent as it is',
    async (method, path, body, type, sent) => {
      const { far, backend } = await openFakeCluster(json({}));
      await backend.request(method, path, { ...wanted, body });
      expect(far.received).toMatchObject([{ method, path, body: sent, headers: { 'content-type': type } }]);
    },
  );

  test.each<[Fields, string | undefined]>([
    [{}, undefined],
    [
      { auth: undefined, user: 'ada', password: 'pä:ss' },
      `Basic ${Buffer.from('ada:pä:ss').toString('base64')}`,
    ],
    [{ auth: undefined, apiKey: 'ZW5jb2RlZA==' }, 'ApiKey ZW5jb2RlZA=='],
    [{ auth: undefined, apiKey: 'id:key' }, `ApiKey ${Buffer.from('id:key').toString('base64')}`],
    [{ auth: undefined, apiKey: 'x', user: 'ada', password: 'p' }, 'ApiKey x'],
  ])('authenticates as the connection says: %j', async (fields, authorization) => {
    const { far, backend } = await openFakeCluster(json({}), fields);
    await backend.request('GET', '/a', wanted);
    expect(far.received[0]?.headers.authorization).toBe(authorization);
  });

  test('sends the real host name through a tunnel', async () => {
    const far = await startFakeCluster(json({}));
    const backend = await openTo({ ...far, through: '127.0.0.1' }, { host: 'search.internal' });
    await backend.request('GET', '/a', wanted);
    expect(far.received[0]?.headers.host).toBe(`search.internal:${far.port}`);
  });
});

describe('a response', () => {
  test.each([200, 201, 301, 400, 401, 403, 404, 405, 409, 429, 500, 503])(
    'with status %i is not an error',
    async (status) => {
      const { backend } = await openFakeCluster(json({ error: 'x' }, status));
      expect(await backend.request('GET', '/a', wanted)).toMatchObject({
        status,
        body: { error: 'x' },
        whole: true,
      });
    },
  );

  test.each<[string, string, unknown]>([
    ['application/json', '{"a":1}', { a: 1 }],
    ['application/vnd.elasticsearch+json;compatible-with=8', '[1]', [1]],
    ['text/plain; charset=UTF-8', 'green open idx\n', 'green open idx\n'],
    ['text/plain', '{"a":1}', '{"a":1}'],
    ['application/json', 'null', null],
    ['application/json', 'not json', 'not json'],
    ['application/json', '{"a":1} and more', '{"a":1} and more'],
    ['application/json', '{"a":', '{"a":'],
    ['application/yaml', 'a: 1\n', 'a: 1\n'],
    ['', ' {"a":1}', { a: 1 }],
    ['', 'plain', 'plain'],
    ['application/json', '', null],
  ])('of content type %j is parsed where it is JSON: %j', async (type, text, body) => {
    const { backend } = await openFakeCluster((response) =>
      response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(text),
    );
    expect(await backend.request('GET', '/a', wanted)).toMatchObject({ body, whole: true });
  });

  test('keeps every digit of large integers', async () => {
    const { backend } = await openFakeCluster(
      json('{"_source":{"id":9007199254740993,"s":"9007199254740993"}}'),
    );
    const { body } = await backend.request('GET', '/a', wanted);
    expect(JSON.stringify(body)).toBe('{"_source":{"id":"9007199254740993","s":"9007199254740993"}}');
  });

  test('to HEAD has no body', async () => {
    const { backend } = await openFakeCluster(json({}, 404));
    expect(await backend.request('HEAD', '/idx', wanted)).toMatchObject({ status: 404, body: null });
  });

  test.each([
    ['many hits', () => `{"_id":"1","_source":{"text":"${'x'.repeat(10_000)}"}},`, '{"_id":"z"}]}}'],
    ['one hit with one endless string', () => 'x'.repeat(10_000), '"}]}}'],
  ])('of 100 MB with %s is read up to the limit and no further', async (_, piece, end) => {
    const sent = { bytes: 0 };
    const begin = end.startsWith('"')
      ? '{"took":1,"hits":{"total":{"value":5},"hits":[{"_source":{"text":"'
      : '{"took":1,"hits":{"total":{"value":5},"hits":[';
    const { backend } = await openFakeCluster((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(begin);
      pour(response, piece(), 100_000_000, sent, end);
    });
    const before = process.memoryUsage().rss;
    const answer = await backend.request('GET', '/a', wanted);
    expect(answer).toMatchObject({ whole: false, body: { took: 1, hits: { total: { value: 5 } } } });
    expect(JSON.stringify(answer.body).length).toBeLessThan(4_500_000);
    expect(sent.bytes).toBeLessThan(40_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    expect(await backend.request('HEAD', '/still/there', wanted)).toMatchObject({ status: 200 });
  });
});

/** Writes with backpressure, until the reader destroys the stream. */
function pour(
  response: {
    write(text: string): boolean;
    once(event: 'drain', go: () => void): void;
    destroyed: boolean;
    end(text: string): void;
  },
  piece: string,
  most: number,
  sent: { bytes: number },
  end: string,
): void {
  while (!response.destroyed && sent.bytes < most) {
    sent.bytes += piece.length;
    if (!response.write(piece)) {
      response.once('drain', () => pour(response, piece, most, sent, end));
      return;
    }
  }
  response.end(end);
}
