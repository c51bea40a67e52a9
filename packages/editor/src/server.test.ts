import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { createTestEndpoint, testCaller } from '@molehill/core/testing/endpoint';
import { createToolList } from '@molehill/core/tool-list';
import { describe, expect, it } from 'vitest';
import { editorServer } from './server.ts';
import { testBridge } from './testing/bridge-view.ts';

const folder = process.cwd();
const mount = { env: {}, stateRoot: folder, workspace: folder, log: silentLog, redactor: createRedactor() };

function open(timeoutMs?: number) {
  let opened = 0;
  const server = editorServer({
    mount,
    host: () => {
      opened += 1;
      throw new Error('no host here');
    },
    bridge: testBridge(folder),
    profile: 'full',
    timeoutMs,
  });
  const { catalogue, dispatcher } = createTestEndpoint(server);
  const call = async (name: string, input: unknown) =>
    (await dispatcher.call({ entry: catalogue.find(name), input, caller: testCaller() })).envelope;
  return { server, call, list: createToolList(catalogue), opened: () => opened };
}

describe('editorServer', () => {
  it('answers a tool that needs no host without opening one', async () => {
    const { call, opened } = open();
    expect(await call('docs_get', { id: 'debugging' })).toMatchObject({
      ok: true,
      data: { guide: { id: 'debugging' } },
    });
    expect(opened()).toBe(0);
  });

  it('answers the guide itself where only one mentions the topic', async () => {
    const { call } = open();
    expect(await call('docs_get', { topic: 'goroutine' })).toMatchObject({ data: { guide: { id: 'go' } } });
    expect(await call('docs_get', { topic: 'molehill adapters' })).toMatchObject({
      data: { guides: expect.arrayContaining([{ id: 'python', title: 'Python and pytest' }]) },
    });
  });

  it('names the sets of arguments that are accepted, and no defaults', async () => {
    expect(await open().call('debug_start', {})).toMatchObject({
      error: { message: 'expected one of: launch; path; config (given: none of them)' },
    });
  });

  it('accepts the alias of a tool', async () => {
    expect(await open().call('docs_list', {})).toMatchObject({ ok: true });
  });

  it('lists neither the common nor the rare parameters, and accepts them', async () => {
    const { list, call } = open();
    const docs = list().find(({ name }) => name === 'docs_get');
    expect(Object.keys(docs?.inputSchema.properties ?? {})).toEqual(['id', 'topic']);
    expect(await call('docs_get', { maxTokens: 300 })).toMatchObject({ ok: true });
  });

  it('keeps the answer within maxTokens', async () => {
    const { call } = open();
    const whole = JSON.stringify(await call('docs_get', { id: 'docs_get', maxTokens: 20_000 }));
    const cut = JSON.stringify(await call('docs_get', { id: 'docs_get', maxTokens: 400 }));
    expect(cut.length).toBeLessThan(400 * 3.5);
    expect(whole.length).toBeGreaterThan(cut.length);
  });

  it('gives the hint of the tool’s own file', async () => {
    const answer = await open().call('docs_get', { id: '???' });
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'E_INVALID_PARAMS', hint: 'Call without id for the index.' },
    });
  });

  it('stops a call at the hard limit of its file, later where the caller asks for a longer wait', () => {
    const tool = (chosen?: number) => {
      const { server } = open(chosen);
      return server.tools.find(({ name }) => name === 'debug_start');
    };
    expect(tool()?.timeoutOf?.({ timeoutMs: 30_000 })).toBe(60_000);
    expect(tool(90_000)?.timeoutOf?.({ timeoutMs: 30_000 })).toBe(90_000);
    expect(tool(1_000)?.timeoutOf?.({ timeoutMs: 30_000 })).toBe(35_000);
    expect(tool(1_000)?.timeoutOf?.({})).toBe(1_000);
  });

  it('opens the host again after it could not be opened', async () => {
    const { call, opened } = open();
    expect(await call('debug_status', {})).toMatchObject({ ok: false });
    expect(await call('debug_status', {})).toMatchObject({ ok: false });
    expect(opened()).toBe(2);
  });

  it('shows category and required tools in a list', () => {
    const docs = open()
      .list()
      .find(({ name }) => name === 'docs_get');
    expect(docs?._meta).toEqual({ category: 'bridge', requires: [] });
  });
});
