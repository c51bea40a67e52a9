import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QuestionAnswer } from '@molehill/bridge/http/call';
import { createCatalogue } from '@molehill/core/catalogue';
import { reads } from '@molehill/core/effects';
import { silentLog } from '@molehill/core/log';
import type { Question } from '@molehill/core/question';
import { defineServer, type ToolServer } from '@molehill/core/server';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { defineTool } from '@molehill/core/tool';
import { PageAccess } from '@molehill/serve/http/page-access';
import { serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { endpointOf, openWorkbench, type Workbench } from '../workbench.ts';
import type { ProjectResponse, ToolsResponse } from './api.ts';
import { apiRoutes } from './routes.ts';

async function openApi(servers?: readonly ToolServer[]) {
  const folder = tempFolder();
  const workbench = await openWorkbench({ workspace: folder }, { HOME: folder, MOLEHILL_HOME: folder });
  onTestFinished(() => workbench.close());
  const catalogue = servers ? createCatalogue(servers, { prefixed: false }) : workbench.catalogue;
  const page = new PageAccess();
  const endpoint = mcpFactory(endpointOf(workbench), 'http');
  const { url, close } = await serveHttp(
    { streamable: endpoint, sse: endpoint },
    {
      port: 0,
      token: TOKEN,
      log: silentLog,
      page,
      routes: apiRoutes({ ...workbench, catalogue }, projectOf(workbench)),
    },
  );
  onTestFinished(close);
  const person = { 'molehill-session': signIn(page) };
  const get = (path: string, headers: Record<string, string> = person, init: RequestInit = {}) =>
    fetch(`${url}/api${path}`, { ...init, headers });
  const post = (path: string, body: object, headers: Record<string, string> = person) =>
    get(
      path,
      { 'content-type': 'application/json', ...headers },
      { method: 'POST', body: JSON.stringify(body) },
    );
  const call = async (
    tool: string,
    input: object,
    answers: readonly QuestionAnswer[] = [],
    headers: Record<string, string> = person,
  ): Promise<unknown> => (await post('/call', { tool, input, answers }, headers)).json();
  return { workbench, person, get, post, call, signIn: () => signIn(page) };
}

function projectOf({ workspace, paths }: Workbench) {
  return { projectRoot: workspace, stateRoot: paths.root, env: {} };
}

const TOKEN = 'the-token-of-an-agent';
const agent = { authorization: `Bearer ${TOKEN}` };

function signIn(page: PageAccess): string {
  const exchanged = page.redeem(page.issueCode());
  return 'session' in exchanged ? exchanged.session : '';
}

const askTwice = defineServer({
  id: 'twice',
  title: 'Twice',
  version: '1.0.0',
  instructions: '',
  tools: [
    defineTool({
      name: 'twice',
      title: 'Twice',
      description: 'Asks the same question twice.',
      input: z.object({}),
      output: z.object({ words: z.array(z.string()) }),
      effects: reads,
      run: async (_, { ask }) => {
        const one = await ask('Next?', z.object({ word: z.string() }));
        const two = await ask('Next?', z.object({ word: z.string() }));
        return { words: [one.word, two.word] };
      },
    }),
  ],
});

test('an event of a built-in server reaches the page, without secrets', async () => {
  const { workbench, get, person } = await openApi();
  const controller = new AbortController();
  const response = await get('/events', person, { signal: controller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  workbench.redactor.add('s3cret-value');
  workbench.emit('sql', {
    type: 'connection.added',
    resource: 'molehill://sql/connections',
    data: { name: 'shop', password: 's3cret-value' },
  });
  const { value = '' } = (await reader?.read()) ?? {};
  expect(JSON.parse(value.replace(/^data: /, ''))).toMatchObject({
    kind: 'event',
    server: 'sql',
    type: 'connection.added',
    resource: 'molehill://sql/connections',
    data: { name: 'shop' },
  });
  expect(value).not.toContain('s3cret-value');
  await reader?.cancel();
  controller.abort();
});

test('a destructive call is answered with its question until the person confirms it', async () => {
  const { call } = await openApi();
  await call('sql__add_connection', { name: 'a', type: 'sqlite', file: 'a.db' });
  const asked = await call('sql__remove_connection', { name: 'a' });
  expect(asked).toEqual({ question: { message: expect.stringContaining('a') } });
  const { question } = asked as { question: Question };
  expect(await call('sql__remove_connection', { name: 'a' }, [question])).toMatchObject({
    envelope: { ok: true, data: { removed: 'a' } },
  });
});

test('a question with a schema is answered with its fields', async () => {
  const { call } = await openApi([createFixtureServer().server]);
  const message = 'Who, and how many?';
  expect(await call('asking', {})).toEqual({
    question: {
      message,
      schema: expect.objectContaining({
        type: 'object',
        properties: { name: { type: 'string' }, count: expect.objectContaining({ type: 'integer' }) },
        required: ['name', 'count'],
      }),
    },
  });
  const content = { name: 'Ada', count: 2 };
  expect(await call('asking', {}, [{ message, content }])).toMatchObject({
    envelope: { ok: true, data: content },
  });
  expect(await call('asking', {}, [{ message, content: { name: 'Ada', count: 0 } }])).toMatchObject({
    envelope: { ok: false, error: { code: 'E_INVALID_PARAMS' } },
  });
  expect(await call('asking', {}, [{ message: 'Another question', content }])).toHaveProperty('question');
});

test('answers are matched by message in order, each once', async () => {
  const { call } = await openApi([askTwice]);
  const first = { message: 'Next?', content: { word: 'one' } };
  expect(await call('twice', {}, [first])).toMatchObject({ question: { message: 'Next?' } });
  const other = { message: 'Not asked' };
  expect(await call('twice', {}, [other, first, { ...first, content: { word: 'two' } }])).toMatchObject({
    envelope: { ok: true, data: { words: ['one', 'two'] } },
  });
});

test('each page session is its own caller', async () => {
  const { call, signIn } = await openApi([createFixtureServer().server]);
  const [first, second] = [signIn(), signIn()].map((session) => ({ 'molehill-session': session }));
  const opened = (await call('counter_open', {}, [], first)) as { envelope: { data: { handle: string } } };
  const next = (headers: Record<string, string> | undefined) =>
    call('counter_next', opened.envelope.data, [], headers);
  expect(await next(first)).toMatchObject({ envelope: { ok: true } });
  for (const headers of [second, agent])
    expect(await next(headers)).toMatchObject({ envelope: { error: { code: 'E_STALE_REFERENCE' } } });
});

test('an agent is told the question and cannot answer it', async () => {
  const { call, post } = await openApi();
  await call('sql__add_connection', { name: 'a', type: 'sqlite', file: 'a.db' });
  const removal = { tool: 'sql__remove_connection', input: { name: 'a' } };
  const asked = (await (await post('/call', removal, agent)).json()) as { question: Question };
  expect(asked.question.message).toContain('a');
  for (const more of [{ answers: [asked.question] }, { answers: [{ message: 'another' }] }]) {
    const refused = await post('/call', { ...removal, ...more }, agent);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'E_PERSON_REQUIRED' }]);
  }
  expect((await post('/call', { ...removal, agreed: [asked.question.message] }, agent)).status).toBe(400);
  expect(await call('sql__list_connections', {})).toMatchObject({
    envelope: { data: { connections: [{ name: 'a' }] } },
  });
});

test('an agent approves nothing', async () => {
  const { post } = await openApi();
  const approval = { id: 'files', hash: 'x', definitions: [] };
  const refused = await post('/servers/approve', approval, agent);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'E_PERSON_REQUIRED' }]);
  expect((await post('/servers/approve', approval)).status).toBe(409);
});

test('a person approves what the project’s files ask for, as it was shown; an agent does not', async () => {
  const { workbench, get, post } = await openApi();
  writeFileSync(join(workbench.workspace, '.env'), 'DATABASE_URL=postgres://u:pw-s3cret@db.test/shop\n');
  const response = await get('/project', agent);
  const text = await response.text();
  expect(text).not.toContain('pw-s3cret');
  const { waiting } = JSON.parse(text) as ProjectResponse;
  expect(waiting).toMatchObject([{ place: '.env:1 (DATABASE_URL)', would: ['connect to the host db.test'] }]);
  const [{ fingerprint } = { fingerprint: '' }] = waiting;
  const refused = await post('/project/approve', { fingerprint }, agent);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'E_PERSON_REQUIRED' }]);
  const outdated = await post('/project/approve', { fingerprint: 'another' });
  expect([outdated.status, await outdated.json()]).toMatchObject([409, { code: 'E_PROJECT_OUTDATED' }]);
  const approved = await post('/project/approve', { fingerprint });
  expect([approved.status, await approved.json()]).toMatchObject([200, { waiting: [] }]);
});

/** Each route of the API, and who may use it. A new route is added here on purpose. */
test('every route names who may use it', async () => {
  const { workbench } = await openApi();
  const described = apiRoutes(workbench, projectOf(workbench)).map(
    ({ method, path, access }) => `${method} ${path}: ${access}`,
  );
  expect(described).toEqual([
    'GET /api/status: agent,person',
    'GET /api/tools: agent,person',
    'GET /api/calls: agent,person',
    'GET /api/events: agent,person',
    'POST /api/call: agent,person,owner',
    'GET /api/servers: agent,person',
    'GET /api/servers/:id/log: agent,person',
    'POST /api/servers/approve: person',
    'GET /api/debug: person',
    'GET /api/debug/:id: person',
    'GET /api/debug/:id/frames/:ref: person',
    'GET /api/debug/:id/variables/:ref: person',
    'POST /api/debug/:id/:action: person',
    'GET /api/project: agent,person',
    'POST /api/project/approve: person',
  ]);
});

test('tools are listed with their effects', async () => {
  const { get } = await openApi();
  const { tools } = (await (await get('/tools')).json()) as ToolsResponse;
  expect(tools).toContainEqual(
    expect.objectContaining({
      name: 'molehill__status',
      effects: { worst: 'reads', idempotent: true, openWorld: false },
    }),
  );
});
