import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openAudit } from '@molehill/core/audit';
import { resolveConfig } from '@molehill/core/config';
import type { CallRequest } from '@molehill/core/dispatch';
import { coreErrors, errorText } from '@molehill/core/errors';
import { HandleStore } from '@molehill/core/handles';
import { silentLog } from '@molehill/core/log';
import { ensureStateDirectory } from '@molehill/core/paths';
import { openJsonState } from '@molehill/core/state/json-state';
import { withLock } from '@molehill/core/state/lock';
import { createTestEndpoint, type TestEndpointOptions, testCaller } from '@molehill/core/testing/endpoint';
import { expectHelpful, readByAgent } from '@molehill/core/testing/error-text';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { PageAccess } from '@molehill/serve/http/page-access';
import { httpErrors } from '@molehill/serve/http/refusal';
import { type HttpOptions, serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import { expect, onTestFinished, test } from 'vitest';
import { molehillServer } from './molehill-server/server.ts';

type CoreCode = keyof typeof coreErrors.table;
type HttpCode = keyof typeof httpErrors.table;

const LONG = 60_000;
const TOKEN = 'a-token-for-this-test';

/** What an agent reads when the call of a fixture tool fails. */
async function called(
  name: string,
  input: unknown,
  options: TestEndpointOptions = {},
  more: Partial<CallRequest> = {},
): Promise<string> {
  const { dispatcher, catalogue } = createTestEndpoint(createFixtureServer().server, options);
  const { text } = await dispatcher.call({
    entry: catalogue.find(name),
    input,
    caller: testCaller(),
    ...more,
  });
  return text;
}

async function invalidCursor(): Promise<string> {
  const audit = openAudit({ path: join(tempFolder(), 'audit.jsonl'), log: silentLog });
  onTestFinished(() => audit.close());
  const server = molehillServer({
    version: '1.0.0',
    workspace: '/w',
    frontends: [],
    servers: () => [],
    audit,
  });
  const { dispatcher, catalogue } = createTestEndpoint(server);
  const entry = catalogue.find('call_history');
  return (await dispatcher.call({ entry, input: { cursor: 'nowhere' }, caller: testCaller() })).text;
}

function tooManyHandles(): Promise<string> {
  const handles = new HandleStore().forCaller('me');
  const kind = { name: 'thing', idleMs: LONG, most: 1, dispose: () => {} };
  void handles.use(kind, handles.open(kind, 1), () => new Promise(() => {}));
  return readByAgent(async () => handles.open(kind, 2));
}

function lockedFile(): Promise<string> {
  const path = join(tempFolder(), 'file.lock');
  return readByAgent(() => withLock({ path }, () => withLock({ path, waitMs: 0 }, async () => {})));
}

/** A name so long that the file cannot be set aside under a longer one. */
function changedState(spoil: (path: string) => void): Promise<string> {
  const path = join(tempFolder(), 'c'.repeat(230));
  spoil(path);
  const schema = { safeParse: () => ({ success: false }) as const };
  return readByAgent(() => openJsonState({ path, schema, empty: {} }).change(() => ({})));
}

const coreProvocations: Record<CoreCode, () => Promise<string>> = {
  E_INVALID_PARAMS: () => called('echo', {}),
  E_UNKNOWN_TOOL: () => readByAgent(() => called('nothing', {})),
  E_TIMEOUT: () => called('slow', { ms: LONG }, { timeoutMs: 1 }),
  E_CANCELLED: () => called('slow', { ms: LONG }, {}, { signal: AbortSignal.abort() }),
  E_CONFIRMATION_REQUIRED: () => called('confirming', { what: 'it' }),
  E_DECLINED: () => called('confirming', { what: 'it' }, {}, { ask: async () => ({ action: 'decline' }) }),
  E_READONLY: () => called('confirming', { what: 'it', readonly: true }),
  E_STALE_REFERENCE: () => called('counter_next', { handle: 'counter_gone' }),
  E_TOO_MANY_HANDLES: tooManyHandles,
  E_CURSOR_INVALID: invalidCursor,
  E_CONFIG: () => readByAgent(() => resolveConfig({ env: { MOLEHILL_PORT: 'x' }, flags: {} })),
  E_STATE_DIR: () => readByAgent(() => ensureStateDirectory('/dev/null/state')),
  E_STORE_LOCKED: lockedFile,
  E_STORE_DAMAGED: () => changedState((path) => writeFileSync(path, 'damaged')),
  E_STORE_ACCESS: () => changedState((path) => mkdirSync(path)),
  E_AUDIT: () => {
    const failure = () => ({ since: '', reason: 'no space', missing: 1 });
    return called('echo', { text: 'x' }, { requiredAudit: { failure, check: failure } });
  },
  E_PORT_IN_USE: () =>
    readByAgent(async () => {
      const { port } = await serve();
      await serve({ port });
    }),
  E_INTERNAL: () => called('failing', { how: 'thrown' }),
};

async function serve(options: Partial<HttpOptions> = {}) {
  const { endpoint } = createTestEndpoint(createFixtureServer().server);
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const serving = await serveHttp(factories, { port: 0, token: TOKEN, log: silentLog, ...options });
  onTestFinished(() => serving.close());
  return serving;
}

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The body of a rejected request, as a client prints it. */
async function refused(asked: Asked, options: Partial<HttpOptions> = {}): Promise<string> {
  const { port } = await serve(options);
  const { path = '/mcp', method = 'GET', body, headers = { authorization: `Bearer ${TOKEN}` } } = asked;
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      text(response).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
  return errorText(JSON.parse(answer));
}

/** The answer to bytes that are not a valid request. */
async function refusedRaw(bytes: string, options: Partial<HttpOptions> = {}): Promise<string> {
  const { port } = await serve(options);
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const answer = await text(socket);
  return errorText(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))));
}

const JSON_TYPE = { 'content-type': 'application/json' };

const httpProvocations: Record<HttpCode, () => Promise<string>> = {
  E_HOST_REFUSED: () => refused({ headers: { host: 'evil.example' } }),
  E_ORIGIN_REFUSED: () => refused({ headers: { origin: 'https://evil.example' } }),
  E_UNAUTHORIZED: () => refused({ headers: { authorization: 'Bearer wrong' } }),
  E_PERSON_REQUIRED: () => refused({ path: '/session/code', method: 'POST' }, { page: new PageAccess() }),
  E_PAGE_SESSION_ENDED: () =>
    refused(
      { path: '/session/code', method: 'POST', headers: { 'molehill-session': 'ended' } },
      { page: new PageAccess() },
    ),
  E_CODE_REFUSED: () =>
    refused(
      { path: '/session', method: 'POST', headers: JSON_TYPE, body: '{"code":"unknown"}' },
      { page: new PageAccess() },
    ),
  E_CONTENT_TYPE: () => refused({ path: '/session', method: 'POST', body: '{}' }, { page: new PageAccess() }),
  E_BODY_TOO_LARGE: () => refused({ method: 'POST', body: 'x'.repeat(4 * 1024 * 1024 + 1) }),
  E_METHOD_NOT_ALLOWED: () => refused({ method: 'PUT' }),
  E_NOT_SERVED: () => refused({ path: '/nowhere' }),
  E_HEADERS_TOO_LARGE: () => refusedRaw(`GET / HTTP/1.1\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`),
  E_REQUEST_TIMEOUT: () => refusedRaw('GET / HTTP/1.1\r\n', { headersTimeoutMs: 10, requestTimeoutMs: 10 }),
  E_BAD_REQUEST: () => refusedRaw('this is not HTTP\r\n\r\n'),
  E_TOO_MANY_SESSIONS: () => refused({ path: '/sse' }, { sessions: { most: 0, idleMs: LONG } }),
};

test('every declared code has a test case', () => {
  const provoked = [...Object.keys(coreProvocations), ...Object.keys(httpProvocations)].sort();
  const declared = [...Object.keys(coreErrors.table), ...Object.keys(httpErrors.table)].sort();
  expect(provoked).toEqual(declared);
});

const provocations = { ...coreProvocations, ...httpProvocations };

test.each(Object.entries(provocations))('%s says what happened and what to do', async (code, provoke) => {
  expectHelpful(await provoke(), code);
});
