import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkbench } from '../workbench.ts';
import type { ToolsResponse } from './api.ts';
import { createApi } from './routes.ts';

async function openApi() {
  const folder = tempFolder();
  const workbench = await openWorkbench({ workspace: folder }, { HOME: folder, MOLEHILL_HOME: folder });
  onTestFinished(() => workbench.close());
  const api = createApi(workbench);
  const call = async (tool: string, input: object, agreed: readonly string[] = []): Promise<unknown> => {
    const body = JSON.stringify({ tool, input, agreed });
    return (await api.request('/call', { method: 'POST', body })).json();
  };
  return { workbench, api, call };
}

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
  expect(asked).toEqual({ question: expect.stringContaining('a') });
  const { question } = asked as { question: string };
  expect(await call('sql__remove_connection', { name: 'a' }, [question])).toMatchObject({
    envelope: { ok: true, data: { removed: 'a' } },
  });
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
