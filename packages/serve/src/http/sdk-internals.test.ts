import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { expect, test } from 'vitest';
import { mcpFactory } from '../mcp.ts';
import { SDK_VERSION, withCheckedHeaders } from './sdk-internals.ts';

test('the installed SDK is the one this was written against', () => {
  const entry = createRequire(import.meta.url).resolve('@modelcontextprotocol/server');
  const manifest = entry.slice(0, entry.lastIndexOf('dist')).concat('package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  expect(version).toBe(SDK_VERSION);
  expect(McpServer.prototype).toHaveProperty('toolInputSchemaJson');
});

test('rejects a request whose header contradicts the argument it mirrors', async () => {
  const { endpoint } = createTestEndpoint(createFixtureServer().server);
  const factory = Object.assign(mcpFactory(endpoint, 'http'), {
    inputSchemaOf: () => ({
      type: 'object',
      properties: { text: { type: 'string', 'x-mcp-header': 'Text' } },
    }),
  });
  const handler = createMcpHandler(withCheckedHeaders(factory), { legacy: 'reject' });
  const send = async (mirrored: string) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'echo', arguments: { text: 'hi' }, _meta };
    const response = await handler.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'echo',
          'mcp-param-text': mirrored,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      }),
    );
    return response.status;
  };
  expect(await send('hi')).toBe(200);
  expect(await send('something else')).toBe(400);
});
