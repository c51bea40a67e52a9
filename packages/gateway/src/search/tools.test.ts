import { estimateTokens } from '@molehill/core/budget';
import { defineServer } from '@molehill/core/server';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { connectClient } from '@molehill/serve/testing/mcp-client';
import { expect, test } from 'vitest';
import type { ToolDefinition } from '../tool-definition.ts';
import { chooseMode, tokenCost, tokensOf } from './mode.ts';
import { createToolIndex } from './tool-index.ts';
import {
  type DescribeMore,
  toolCall,
  toolCallDefinition,
  toolDescribeTool,
  toolSearchTool,
} from './tools.ts';

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, labels: { type: 'array' } },
  required: ['title'],
};
const issue: ToolDefinition = {
  name: 'tracker__create_issue',
  description: `Creates an issue. ${'Details. '.repeat(100)}`,
  inputSchema: schema,
  annotations: { readOnlyHint: false },
  icons: [{ src: 'data:x' }],
  _meta: { internal: true },
};
const send: ToolDefinition = { name: 'chat__send', title: 'Send a message' };

async function connected(
  definitions: () => readonly ToolDefinition[] = () => [issue, send],
  describeMore?: DescribeMore,
) {
  const index = createToolIndex(definitions);
  const tools = [toolSearchTool(index), toolDescribeTool(index, describeMore)];
  const server = defineServer({ id: 'search', title: 'Search', version: '1', instructions: '', tools });
  const client = await connectClient(createTestEndpoint(server).endpoint, 'legacy');
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent;
  return { client, call };
}

test('a hit of tool_search is a name and at most 90 characters', async () => {
  const { call } = await connected();
  expect(await call('tool_search', { query: 'open a new issue' })).toMatchObject({
    ok: true,
    data: { searched: 2, tools: [{ name: 'tracker__create_issue', description: 'Creates an issue.' }] },
  });
});

test('an answer of tool_search has at most 1500 characters, however long names and descriptions are', async () => {
  const many = Array.from({ length: 100 }, (_, at) => ({
    name: `server__${'find'.repeat(10)}_${at}`,
    description: `Finds the needle ${at} in ${'many '.repeat(50)} haystacks.`,
  }));
  const { client, call } = await connected(() => many);
  const { content } = await client.callTool({ name: 'tool_search', arguments: { query: 'needle' } });
  const [{ text } = { text: '' }] = content as { text: string }[];
  expect(text.length).toBeLessThanOrEqual(1_500);
  expect(text.split('\n').length).toBeGreaterThan(12);
  const { data } = (await call('tool_search', { query: 'needle' })) as { data: { tools: typeof many } };
  for (const { description } of data.tools) expect(description.length).toBeLessThanOrEqual(90);
  expect(await call('tool_search', { query: 'needle', limit: 1 })).toMatchObject({
    data: { tools: { length: 1 } },
  });
});

test('tool_describe returns each tool once, without client-only fields', async () => {
  const { call } = await connected();
  const names = ['tracker__create_issue', 'chat__send', 'chat__send'];
  const { icons: _, _meta: __, ...shown } = issue;
  expect(await call('tool_describe', { names })).toMatchObject({ ok: true, data: { tools: [shown, send] } });
});

test('tool_describe suggests the nearest name, or tool_search', async () => {
  const { call } = await connected();
  expect(await call('tool_describe', { names: ['tracker_create_issue'] })).toMatchObject({
    error: { code: 'E_UNKNOWN_TOOL', hint: 'Did you mean "tracker__create_issue"?' },
  });
  expect(await call('tool_describe', { names: ['entirely-different-thing'] })).toMatchObject({
    error: { code: 'E_UNKNOWN_TOOL', hint: expect.stringContaining('tool_search') },
  });
});

test('finds a tool as soon as it is listed', async () => {
  let definitions: readonly ToolDefinition[] = [send];
  const { call } = await connected(() => definitions);
  expect(await call('tool_search', { query: 'issue' })).toMatchObject({ data: { tools: [] } });
  definitions = [send, issue];
  expect(await call('tool_search', { query: 'issue' })).toMatchObject({
    data: { tools: [{ name: issue.name }] },
  });
});

test('tool_call requires a name and keeps arguments unchanged', () => {
  expect(toolCall.input.parse({ name: 'a__b' })).toEqual({ name: 'a__b', arguments: {} });
  const given = { name: 'a__b', arguments: { deep: { list: [1, null] } } };
  expect(toolCall.input.parse(given)).toEqual(given);
  expect(toolCall.input.safeParse({ name: 'a__b', args: {} }).success).toBe(false);
  expect(toolCallDefinition()).toMatchObject({
    name: 'tool_call',
    inputSchema: { type: 'object', required: ['name'], additionalProperties: false },
    annotations: { destructiveHint: true },
  });
});

test('the three tools of search mode cost at most 1500 tokens', async () => {
  const { client } = await connected();
  const { tools } = await client.listTools();
  expect(estimateTokens(JSON.stringify([...tools, toolCallDefinition()]))).toBeLessThanOrEqual(1_500);
});

test('auto mode chooses search above the limit; full and search modes ignore it', () => {
  expect(chooseMode('auto', 12_000)).toBe('full');
  expect(chooseMode('auto', 12_001)).toBe('search');
  expect(chooseMode('auto', 101, 100)).toBe('search');
  expect(chooseMode('full', 1_000_000)).toBe('full');
  expect(chooseMode('search', 0)).toBe('search');
});

test('reports the token cost per tool, per server and in total, highest first', () => {
  const [high, low] = [tokensOf(issue), tokensOf(send)];
  const cost = tokenCost([
    { serverId: 'chat', definition: send },
    { serverId: 'tracker', definition: issue },
    { serverId: 'chat', definition: { ...send, name: 'chat__also' } },
  ]);
  const { name, description, inputSchema } = issue;
  expect(high).toBe(estimateTokens(JSON.stringify({ name, description, inputSchema })));
  expect(cost.total).toBe(high + 2 * low);
  expect(cost.tools.map(({ name }) => name)).toEqual(['tracker__create_issue', 'chat__also', 'chat__send']);
  expect(cost.servers).toEqual([
    { serverId: 'tracker', tools: 1, tokens: high },
    { serverId: 'chat', tools: 2, tokens: 2 * low },
  ]);
});

test('tool_describe adds what a built-in tool says of itself, and keeps the name to call it by', async () => {
  const { call } = await connected(
    () => [issue, send],
    async (name) =>
      name === send.name ? { name: 'send', workflows: ['chat__open → chat__send'] } : undefined,
  );
  expect(await call('tool_describe', { names: [send.name, issue.name] })).toMatchObject({
    data: {
      tools: [
        { name: send.name, title: 'Send a message', workflows: ['chat__open → chat__send'] },
        { name: issue.name, inputSchema: schema },
      ],
    },
  });
});
