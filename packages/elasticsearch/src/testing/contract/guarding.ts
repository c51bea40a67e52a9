import { describe, expect, test } from 'vitest';
import { administer, prepare } from '../cluster.ts';
import { connectEs } from '../es-client.ts';
import cases from '../es-guard.json' with { type: 'json' };
import { type Case, READS, REFUSALS } from '../guard-cases.ts';
import type { ClusterFixture } from './fixture.ts';

const blocked = cases.filter(({ expect: outcome }) => outcome === 'block');
const allowed = cases.filter(({ expect: outcome }) => outcome === 'allow');

function inputOf([request, body]: Case) {
  const space = request.search(/ [^ ]|$/);
  const input = { method: request.slice(0, space), path: request.slice(space + 1) };
  return body === undefined ? input : { ...input, body };
}

/** Some fail the validation of the input before the guard sees them. */
const REFUSED_BY = ['E_READONLY', 'E_INVALID_PARAMS'];

/** Everything a request could change, as comparable text. */
async function stateOf({ node }: ClusterFixture): Promise<string> {
  const paths = [
    '/_cat/indices?h=index,status,docs.count,docs.deleted&s=index&expand_wildcards=all',
    '/_cluster/settings?flat_settings=true',
    '/_alias',
    '/_template',
    '/_index_template',
    '/_snapshot',
    '/idx/_search?sort=a&version=true&seq_no_primary_term=true&filter_path=hits.hits',
    '/idx/_settings',
    '/idx/_mapping',
  ];
  const lines: string[] = [];
  for (const path of paths) lines.push(`${path}: ${(await administer(node, 'GET', path)).text}`);
  return lines.join('\n');
}

/** Every case as the superuser, with a recorder of the bytes that are sent. */
export function describeGuarding(fixture: () => ClusterFixture): void {
  describe('a read-only connection', () => {
    test.each(blocked)('rejects $method $path and sends nothing', async ({ method, path }) => {
      const { endpoint, recorder } = fixture();
      const { call } = await connectEs(endpoint);
      recorder.take();
      const { error } = await call('es_request', { connection: 'wire', method, path });
      expect(error).toMatchObject({ code: 'E_READONLY', hint: expect.stringMatching(/\S/) });
      expect(recorder.take().toString('latin1')).toBe('');
    });

    test.each(allowed)('sends $method $path', async ({ method, path }) => {
      const { endpoint, recorder } = fixture();
      const { request } = await connectEs(endpoint);
      recorder.take();
      // An error of the cluster is a response; a refusal by the guard is not.
      const { status } = await request('wire', method, path);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(recorder.take().toString('latin1')).toContain(`${method} ${path} HTTP/1.1\r\n`);
    });

    test('sends none of the refused cases', async () => {
      const { endpoint, recorder } = fixture();
      const { call } = await connectEs(endpoint);
      recorder.take();
      // The method is converted to upper case before it is classified.
      for (const one of REFUSALS.filter(([request]) => /^[A-Z]* /.test(request))) {
        const { error } = await call('es_request', { connection: 'wire', ...inputOf(one) });
        expect([one, REFUSED_BY.includes(error?.code ?? 'none')]).toEqual([one, true]);
      }
      expect(recorder.take().toString('latin1')).toBe('');
    });

    test('changes nothing on the cluster with what it allows', async () => {
      const { endpoint } = fixture();
      const { call, request } = await connectEs(endpoint);
      const before = await stateOf(fixture());
      for (const input of [...allowed, ...READS.map(inputOf)]) {
        const { method, path, ...more } = { body: undefined, ...input };
        const body = more.body === undefined ? {} : { body: more.body };
        const { error } = await call('es_request', { connection: 'wire', method, path, ...body });
        expect([input, error?.code]).not.toEqual([input, 'E_READONLY']);
      }
      expect(await stateOf(fixture())).toBe(before);
      await request('wire-rw', 'PUT', '/idx/_doc/9', { params: { refresh: true }, body: { a: 9 } });
      expect(await stateOf(fixture())).not.toBe(before);
      await request('wire-rw', 'DELETE', '/idx/_doc/9', { params: { refresh: true } });
    });

    test('rejects every way to documents with security data that the cluster itself would return', async () => {
      const { endpoint, node, recorder } = fixture();
      const settings = { index: { hidden: true, number_of_replicas: 0 } };
      await prepare(node, 'PUT', '/.security-planted', { settings });
      await prepare(node, 'PUT', '/.security-planted/_doc/planted-user?refresh=true', { roles: ['admin'] });
      const { call } = await connectEs(endpoint);
      const ways: readonly Case[] = [
        ['GET /.secur*/_search'],
        ['GET /.*/_search'],
        ['GET /*/_search?expand_wildcards=all&q=roles:admin'],
        ['GET /_mget', { docs: [{ _index: '.security-planted', _id: 'planted-user' }] }],
        ['POST /_msearch', '{"index":".secur*"}\n{}\n'],
        ['POST /_msearch', '{"index":"*","expand_wildcards":"all"}\n{"query":{"term":{"roles":"admin"}}}\n'],
      ];
      for (const way of ways) {
        const input = inputOf(way);
        const [, body] = way;
        const sent = typeof body === 'string' ? body.trim().split('\n') : body;
        // Node sends no body with GET.
        const method = body === undefined ? 'GET' : 'POST';
        expect([way, (await administer(node, method, input.path, sent)).text]).toEqual([
          way,
          expect.stringContaining('planted-user'),
        ]);
        recorder.take();
        const { error } = await call('es_request', { connection: 'wire', ...input });
        expect([way, error?.code]).toEqual([way, 'E_READONLY']);
        expect(recorder.take().toString('latin1')).toBe('');
      }
      await prepare(node, 'DELETE', '/.security-planted');
    });

    test('sends the path byte for byte', async () => {
      const { endpoint, recorder } = fixture();
      const { request } = await connectEs(endpoint);
      recorder.take();
      await request('wire', 'POST', '/%3Cidx-%7Bnow%2Fd%7D%3E/_search?ignore_unavailable=true');
      const sent = recorder.take().toString('latin1');
      expect(sent).toMatch(/^POST \/%3Cidx-%7Bnow%2Fd%7D%3E\/_search\?ignore_unavailable=true HTTP/m);
    });
  });

  test('has cases for both outcomes', () => {
    expect([blocked.length > 50, allowed.length > 20]).toEqual([true, true]);
  });
}
