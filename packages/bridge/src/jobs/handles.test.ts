import { reads } from '@molehill/core/effects';
import type { HandleKind } from '@molehill/core/handles';
import { defineServer } from '@molehill/core/server';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { defineTool } from '@molehill/core/tool';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { JobClient } from './client.ts';
import { setUp } from './testing/set-up.ts';

/** A job host over a dispatcher with one tool that opens a handle and one that reads it. */
async function setUpHandles(idleMs = 60_000) {
  const disposed: string[] = [];
  const kind: HandleKind<string> = {
    name: 'note',
    idleMs,
    most: 10,
    dispose: (text) => void disposed.push(text),
  };
  const server = defineServer({
    id: 'notes',
    title: 'Notes',
    version: '1.0.0',
    instructions: '',
    tools: [
      defineTool({
        name: 'open',
        title: 'Open',
        description: 'Opens a note.',
        input: z.strictObject({ text: z.string() }),
        output: z.string(),
        effects: reads,
        run: async ({ text }, { handles }) => handles.open(kind, text),
      }),
      defineTool({
        name: 'read',
        title: 'Read',
        description: 'Reads a note.',
        input: z.strictObject({ id: z.string() }),
        output: z.string(),
        effects: reads,
        run: async ({ id }, { handles }) => handles.get(kind, id),
      }),
    ],
  });
  const { dispatcher, catalogue, handles } = createTestEndpoint(server);
  const { serve, connect } = setUp();
  await serve(async ({ tool, input, caller }, { signal }) =>
    dispatcher.call({ entry: await catalogue.resolve(tool), input, caller, signal }),
  );
  return { handles, disposed, connect };
}

async function call(client: JobClient, tool: string, input: object): Promise<string> {
  const { envelope } = await client.call({ tool, input });
  return envelope.ok ? String(envelope.data) : envelope.error.code;
}

test('a later job of the same client uses the handle of an earlier one', async () => {
  const { connect } = await setUpHandles();
  const id = await call(connect(), 'open', { text: 'a' });
  expect(await call(connect(), 'read', { id })).toBe('a');
});

test('another client or another session gets E_STALE_REFERENCE', async () => {
  const { connect } = await setUpHandles();
  const owner = { name: 'editor', session: 'one' };
  const id = await call(connect({}, owner), 'open', { text: 'a' });
  expect(await call(connect({}, { name: 'other' }), 'read', { id })).toBe('E_STALE_REFERENCE');
  expect(await call(connect({}, { ...owner, session: 'two' }), 'read', { id })).toBe('E_STALE_REFERENCE');
  expect(await call(connect({}, owner), 'read', { id })).toBe('a');
});

test('an idle handle is disposed', async () => {
  const { connect, disposed } = await setUpHandles(20);
  const id = await call(connect(), 'open', { text: 'a' });
  await expect.poll(() => disposed).toEqual(['a']);
  expect(await call(connect(), 'read', { id })).toBe('E_STALE_REFERENCE');
});

test('all handles are disposed when the host process ends', async () => {
  const { connect, disposed, handles } = await setUpHandles();
  await call(connect(), 'open', { text: 'a' });
  await call(connect({}, { name: 'other' }), 'open', { text: 'b' });
  await handles.close();
  expect(disposed).toEqual(['a', 'b']);
});
