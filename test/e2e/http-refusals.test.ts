import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '../clients/json.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import {
  ask,
  bearer,
  exchange,
  type HttpAnswer,
  type HttpRequest,
  mcpRequest,
  messagesOf,
  modernRequest,
} from './support/http.ts';
import { runMolehill, startUp, type UpServer } from './support/molehill.ts';
import { signIn } from './support/person.ts';
import { initializeParams } from './support/raw-client.ts';

const jsonType = { 'Content-Type': 'application/json' };
const FIVE_MB = 'x'.repeat(5 * 1024 * 1024);

let server: UpServer;
let home = '';
/** Every response in this file, checked for secrets at the end. */
const answers: string[] = [];

beforeAll(async () => {
  home = temporaryFolder();
  server = await startUp(['--port', '0'], { home, env: { MOLEHILL_LOG_LEVEL: 'debug' } });
});
afterAll(endEverything);

async function asked(path: string, request?: HttpRequest): Promise<HttpAnswer> {
  const answer = await ask(server, path, request);
  answers.push(JSON.stringify(answer));
  return answer;
}

function expectRefusal(answer: HttpAnswer, status: number, code: string): void {
  expect(answer, answer.body).toMatchObject({ status });
  expect(JSON.parse(answer.body)).toMatchObject({
    error: expect.any(String),
    code,
    message: expect.stringMatching(/\w/),
    hint: expect.stringMatching(/\w/),
  });
}

const list = () => modernRequest(server, 'tools/list');
const withHeaders = (headers: Readonly<Record<string, string>>, request = list()): HttpRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

async function expectUsable(): Promise<void> {
  const answer = await asked('/mcp', modernRequest(server, 'tools/call', { name: 'molehill__status' }));
  expect(messagesOf(answer).at(-1)).toMatchObject({ result: { structuredContent: { ok: true } } });
}

describe('access control', () => {
  test.each(['example.com', 'example.com:80', '127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0'])(
    'a request for host "%s" is rejected with 421',
    async (host) => expectRefusal(await asked('/mcp', withHeaders({ Host: host })), 421, 'E_HOST_REFUSED'),
  );

  test.each([
    ['no host', 'GET / HTTP/1.1'],
    ['an empty host', 'GET / HTTP/1.1\r\nHost:'],
    ['no host, as HTTP 1.0 allows', 'GET / HTTP/1.0'],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b'],
    ['an invalid target', 'GET \\..\\x HTTP/1.1\r\nHost: localhost'],
  ])('a request with %s is rejected with 400', async (_, head) => {
    const answer = await exchange(server.port, `${head}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"E_BAD_REQUEST"');
  });

  test.each(['/', '/mcp', '/sse', '/api/status', '/nothing'])(
    '%s is rejected for a foreign host',
    async (path) => {
      const headers = { ...bearer(server), Host: 'example.com' };
      expectRefusal(await asked(path, { headers }), 421, 'E_HOST_REFUSED');
    },
  );

  test('loopback names are accepted', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      expect(await asked('/mcp', withHeaders({ Host: `${name}:${server.port}` }))).toMatchObject({
        status: 200,
      });
    }
  });

  test.each(['https://example.com', 'null', 'http://localhost:1', 'http://127.0.0.1', 'file://'])(
    'origin %s is rejected with 403',
    async (origin) => {
      expectRefusal(await asked('/mcp', withHeaders({ Origin: origin })), 403, 'E_ORIGIN_REFUSED');
      const session = { method: 'POST', headers: { ...jsonType, Origin: origin }, body: '{"code":"x"}' };
      expectRefusal(await asked('/session', session), 403, 'E_ORIGIN_REFUSED');
    },
  );

  test('its own origin is accepted', async () => {
    expect(await asked('/mcp', withHeaders({ Origin: server.url }))).toMatchObject({ status: 200 });
  });

  test.each([
    ['GET', '/mcp'],
    ['POST', '/mcp'],
    ['DELETE', '/mcp'],
    ['GET', '/sse'],
    ['POST', '/message'],
    ['POST', '/session/code'],
    ['GET', '/api/status'],
    ['GET', '/api/tools'],
    ['GET', '/api/calls'],
    ['GET', '/api/events'],
    ['POST', '/api/call'],
    ['GET', '/api/servers'],
    ['GET', '/api/servers/x/log'],
    ['POST', '/api/servers/approve'],
    ['GET', '/tables'],
    ['POST', '/query'],
  ])('%s %s needs a credential', async (method, path) => {
    const tokens = [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${server.token}x`,
      `Basic ${server.token}`,
      server.token,
    ];
    const absent = await asked(path, { method });
    expectRefusal(absent, 401, 'E_UNAUTHORIZED');
    expect(absent.headers['www-authenticate']).toMatch(/^Bearer/);
    for (const Authorization of tokens) {
      expectRefusal(await asked(path, { method, headers: { Authorization } }), 401, 'E_UNAUTHORIZED');
    }
  });

  test('a session of the page grants access to the API only', async () => {
    const { headers } = await signIn(server.page);
    expect(await asked('/api/status', { headers })).toMatchObject({ status: 200 });
    const { Authorization: _, ...anonymous } = list().headers ?? {};
    const withSession = { ...list(), headers: { ...anonymous, ...headers } };
    expectRefusal(await asked('/mcp', withSession), 401, 'E_UNAUTHORIZED');
    for (const path of ['/sse', '/tables'])
      expectRefusal(await asked(path, { headers }), 401, 'E_UNAUTHORIZED');
  });

  test('the code of the page opens one session and is no other credential', async () => {
    const { stdout } = await runMolehill(['open', '--json'], { home });
    const code = new URL(JSON.parse(stdout).page).hash.replace('#code=', '');
    const exchange = { method: 'POST', headers: jsonType, body: JSON.stringify({ code }) };
    for (const headers of [{ Authorization: `Bearer ${code}` }, { 'Molehill-Session': code }])
      expect(await asked('/api/status', { headers })).toMatchObject({ status: 401 });
    const plain = { ...exchange, headers: { 'Content-Type': 'text/plain' } };
    expectRefusal(await asked('/session', plain), 415, 'E_CONTENT_TYPE');
    expect(await ask(server, '/session', exchange)).toMatchObject({ status: 200 });
    expectRefusal(await asked('/session', exchange), 401, 'E_CODE_REFUSED');
  });

  test('the token of an agent does not decide for a person', async () => {
    const headers = { ...bearer(server), ...jsonType };
    const post = (path: string, body: object) =>
      asked(path, { method: 'POST', headers, body: JSON.stringify(body) });
    const approval = { id: 'files', hash: 'x', definitions: [] };
    expectRefusal(await post('/api/servers/approve', approval), 403, 'E_PERSON_REQUIRED');
    expectRefusal(await post('/session/code', {}), 403, 'E_PERSON_REQUIRED');
    await post('/api/call', { tool: 'sql__add_connection', input: { name: 'kept', dsn: 'sqlite:kept.db' } });
    const removal = { tool: 'sql__remove_connection', input: { name: 'kept' } };
    const question = at(JSON.parse((await post('/api/call', removal)).body), 'question');
    expectRefusal(await post('/api/call', { ...removal, answers: [question] }), 403, 'E_PERSON_REQUIRED');
    const connections = await post('/api/call', { tool: 'sql__list_connections', input: {} });
    expect(connections.body).toContain('kept');
  });
});

describe('request validation', () => {
  test('a body over 4 MB is rejected with 413, with or without Content-Length', async () => {
    const sized = { 'Content-Length': String(FIVE_MB.length) };
    const chunked = { 'Transfer-Encoding': 'chunked' };
    for (const headers of [sized, chunked]) {
      const answer = await asked('/mcp', { ...withHeaders(headers), body: FIVE_MB });
      expectRefusal(answer, 413, 'E_BODY_TOO_LARGE');
    }
    await expectUsable();
  });

  test.each([
    ['GET', '/mcp', 'POST'],
    ['PUT', '/mcp', 'GET, POST, DELETE'],
    ['POST', '/sse', 'GET'],
    ['GET', '/message', 'POST'],
    ['GET', '/session', 'POST'],
  ])('%s %s is rejected with 405 and Allow: %s', async (method, path, allow) => {
    const answer = await asked(path, { method, headers: bearer(server) });
    expectRefusal(answer, 405, 'E_METHOD_NOT_ALLOWED');
    expect(answer.headers.allow).toBe(allow);
  });

  test('an unknown path is rejected with 404', async () => {
    for (const path of ['/nothing', '/mcp/', '/api/nothing', '/message/x']) {
      expectRefusal(await asked(path, { headers: bearer(server) }), 404, 'E_NOT_SERVED');
    }
  });

  test('an unknown session is rejected with 404 and a JSON-RPC error', async () => {
    const request = mcpRequest(server, { id: 1, method: 'tools/list' }, { 'Mcp-Session-Id': 'unknown' });
    const answer = await asked('/mcp', request);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
    const message = { method: 'POST', headers: bearer(server), body: '{}' };
    expectRefusal(await asked('/message?sessionId=unknown', message), 404, 'E_NOT_SERVED');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'a body of type %s is rejected with 415',
    async (type) => {
      for (const request of [
        list(),
        mcpRequest(server, { id: 1, method: 'initialize', params: initializeParams('2025-11-25') }),
      ]) {
        const answer = await asked('/mcp', withHeaders({ 'Content-Type': type }, request));
        expect(answer, answer.body).toMatchObject({ status: 415 });
        expect(at(JSON.parse(answer.body), 'error', 'message')).toMatch(/content-type/i);
      }
    },
  );

  test('a body that is not JSON or not JSON-RPC is rejected with 400 and a message', async () => {
    for (const body of ['', '{', 'null', '[]', '42', '{"jsonrpc":"1.0"}', '\u0000\u0001']) {
      const answer = await asked('/mcp', { ...list(), body });
      expect(answer, body).toMatchObject({ status: 400 });
      expect(at(JSON.parse(answer.body), 'error', 'message'), body).toMatch(/\w/);
    }
    await expectUsable();
  });

  test('an invalid body of /api/call is rejected with 400', async () => {
    for (const body of ['', '{', '[]', '{"tool":1}', '{"tool":"x","more":1}']) {
      const headers = { ...bearer(server), 'Content-Type': 'application/json' };
      const answer = await asked('/api/call', { method: 'POST', headers, body });
      expect(answer, body).toMatchObject({ status: 400 });
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'E_INVALID_PARAMS' });
    }
  });

  test('path traversal reaches no file outside the page', async () => {
    const secret = join(temporaryFolder(), 'secret.js');
    writeFileSync(secret, 'do-not-serve-this');
    const up = (step: string) => `/${step.repeat(12)}${secret.slice(1)}`;
    const steps = [
      '../',
      '%2e%2e/',
      '..%2f',
      '%2e%2e%2f',
      '.%2e/',
      '..%5c',
      '....//',
      '..;/',
      'assets/../../',
    ];
    for (const path of [
      ...steps.map(up),
      `/${secret}`,
      `//${secret}`,
      `/%2f${secret.slice(1)}`,
      `${secret}%00.js`,
    ]) {
      const answer = await exchange(
        server.port,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      answers.push(answer);
      expect(answer, path).not.toContain('do-not-serve-this');
      expect(answer, path).toMatch(/^HTTP\/1\.1 40[04] /);
    }
  });
});

test('neither responses nor logs contain the token', () => {
  expect(answers.length).toBeGreaterThan(50);
  for (const answer of answers) expect(answer).not.toContain(server.token);
  expect(server.running.output.stderr).not.toContain(server.token);
});
