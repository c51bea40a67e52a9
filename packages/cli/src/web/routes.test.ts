import type { QuestionAnswer } from '@molehill/bridge/http/call';
import { createCatalogue } from '@molehill/core/catalogue';
import { reads } from '@molehill/core/effects';
import type { Question } from '@molehill/core/question';
import { defineServer, type ToolServer } from '@molehill/core/server';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { defineTool } from '@molehill/core/tool';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { openWorkbench } from '../workbench.ts';
import type { ToolsResponse } from './api.ts';
import { createApi } from './routes.ts';

async function openApi(servers?: readonly ToolServer[]) {
  const folder = tempFolder();
  const workbench = await openWorkbench({ workspace: folder }, { HOME: folder, MOLEHILL_HOME: folder });
  onTestFinished(() => workbench.close());
  const catalogue = servers ? createCatalogue(servers, { prefixed: false }) : workbench.catalogue;
  const api = createApi({ ...workbench, catalogue });
  const call = async (
    tool: string,
    input: object,
    answers: readonly QuestionAnswer[] = [],
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const body = JSON.stringify({ tool, input, answers });
    return (await api.request('/call', { method: 'POST', body, headers })).json();
  };
  return { workbench, api, call };
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
  const { workbench, api } = await openApi();
  const controller = new AbortController();
  const response = await api.request('/events', { signal: controller.signal });
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
  const { call } = await openApi([createFixtureServer().server]);
  const open = (headers: Record<string, string>) => call('counter_open', {}, [], headers);
  const opened = (await open({ 'Molehill-Session': 'first' })) as { envelope: { data: { handle: string } } };
  const next = (headers: Record<string, string>) => call('counter_next', opened.envelope.data, [], headers);
  expect(await next({ 'Molehill-Session': 'first' })).toMatchObject({ envelope: { ok: true } });
  for (const headers of [{ 'Molehill-Session': 'second' }, { 'Molehill-Session': 'no id' }, {}])
    expect(await next(headers)).toMatchObject({ envelope: { error: { code: 'E_STALE_REFERENCE' } } });
});

test('tools are listed with their effects', async () => {
  const { api } = await openApi();
  const { tools } = (await (await api.request('/tools')).json()) as ToolsResponse;
  expect(tools).toContainEqual(
    expect.objectContaining({
      name: 'molehill__status',
      effects: { worst: 'reads', idempotent: true, openWorld: false },
    }),
  );
});
