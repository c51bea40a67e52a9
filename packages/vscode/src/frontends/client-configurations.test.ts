import { expect, test } from 'vitest';
import { clientConfigurations } from './client-configurations.ts';

const server = { url: 'http://127.0.0.1:4321/mcp', token: 't0k"en' };
const textFor = (client: string) =>
  clientConfigurations.find((each) => each.client === client)?.text(server) ?? '';

const headers = { Authorization: 'Bearer t0k"en' };
const { url } = server;

test.each([
  ['Claude Code', { mcpServers: { 'molehill-editor': { type: 'http', url, headers } } }],
  ['Cursor', { mcpServers: { 'molehill-editor': { url, headers } } }],
  ['VS Code', { servers: { 'molehill-editor': { type: 'http', url, headers } } }],
  ['opencode', { mcp: { 'molehill-editor': { type: 'remote', url, headers, enabled: true } } }],
])('writes JSON for %s', (client, expected) => {
  expect(JSON.parse(textFor(client))).toEqual(expected);
});

test('writes TOML for Codex', () => {
  expect(textFor('Codex')).toBe(
    [
      '[mcp_servers.molehill-editor]',
      'url = "http://127.0.0.1:4321/mcp"',
      String.raw`http_headers = { Authorization = "Bearer t0k\"en" }`,
      '',
    ].join('\n'),
  );
});
