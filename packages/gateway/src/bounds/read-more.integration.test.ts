import { describe, expect, test } from 'vitest';
import { fixture, testConfig } from '../testing/configs.ts';
import { names, testGateway, textOf } from '../testing/gateway.ts';

const BYTES = 9 * 1024 * 1024;
const READ_MORE = 'molehill__read_more';

async function connected(options: { readonly budget?: number; readonly only?: string } = {}) {
  const { budget, only } = options;
  const config = testConfig('sample', fixture('conforming'), budget === undefined ? {} : { budget });
  const { connect } = await testGateway([config], { only });
  const { client, start } = await connect('legacy');
  await start();
  return client;
}

describe('an answer of nine megabytes', () => {
  test('has its beginning, its size and a handle, with which the rest is read', async () => {
    const client = await connected();
    const text = textOf(await client.callTool({ name: 'sample__big', arguments: { bytes: BYTES } }));
    expect(text.length).toBeLessThan(40_000);
    expect(text).toContain(`of ${BYTES} characters`);
    const [, handle = '', offset] = /handle: "([^"]+)", offset: (\d+)/.exec(text) ?? [];
    const read = (at: number) => client.callTool({ name: READ_MORE, arguments: { handle, offset: at } });
    const page = await read(Number(offset));
    expect(JSON.stringify(page).length).toBeLessThan(75_000);
    const data = (page.structuredContent as { data: { text: string; next: number; total: number } }).data;
    expect(data).toMatchObject({ next: Number(offset) + data.text.length, total: BYTES });
    expect(data.text.length).toBeGreaterThan(30_000);
    expect(data.text.replaceAll('x', '')).toBe('');
    const last = await read(BYTES - 10);
    expect(last.structuredContent).toMatchObject({ data: { text: 'x'.repeat(10), next: null } });
    expect(textOf(last)).toContain('the end');
  });

  test('passes whole from a server that is served alone, or without a budget', async () => {
    for (const client of [await connected({ only: 'sample' }), await connected({ budget: 0 })]) {
      const name = names(await client.listTools()).find((each) => each.endsWith('big')) ?? '';
      const text = textOf(await client.callTool({ name, arguments: { bytes: BYTES } }));
      expect(text.length).toBe(BYTES);
    }
  });
});

test('a budget of its own cuts earlier', async () => {
  const client = await connected({ budget: 10 });
  const text = textOf(await client.callTool({ name: 'sample__big', arguments: { bytes: 100 } }));
  expect(text).toMatch(/^x{35}\n\[cut: 35 of 100 characters/);
});

test('a handle belongs to its caller, and a wrong one says what to do', async () => {
  const client = await connected();
  const answer = await client.callTool({ name: READ_MORE, arguments: { handle: 'answer_x', offset: 0 } });
  expect(textOf(answer)).toMatch(/E_STALE_REFERENCE.*call the tool again/s);
});

test('the tool is listed where upstream servers are, in every mode, and not for a server alone', async () => {
  const config = testConfig('sample', fixture('conforming'));
  const listed = async (servers: readonly (typeof config)[], options: object) => {
    const { connect, gateway } = await testGateway(servers, options);
    const { client, start } = await connect('legacy');
    await gateway.catalogue.settled();
    await start();
    return names(await client.listTools());
  };
  expect(await listed([config], {})).toContain(READ_MORE);
  expect(await listed([config], { mode: 'search' })).toContain(READ_MORE);
  expect(await listed([config], { only: 'sample' })).not.toContain(READ_MORE);
  expect(await listed([], {})).toEqual([]);
});
