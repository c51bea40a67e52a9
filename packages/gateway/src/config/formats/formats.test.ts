import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtures, loadFixture, serverOf, setting, stdioOf } from '../testing/fixtures.ts';

test('reads Molehill’s own file with its extra settings', () => {
  const { directory, write, load } = setting();
  write('.molehill/mcp.json', readFileSync(join(fixtures, 'molehill', 'mcp.jsonc'), 'utf8'));
  const loaded = load();
  expect(loaded.problems).toEqual([]);
  expect(serverOf(loaded, 'browser')).toMatchObject({
    id: 'browser',
    enabled: true,
    shared: false,
    timeoutMs: 120_000,
    allow: ['navigate_*', 'take_*'],
    deny: ['take_heap_snapshot'],
    favourites: ['take_screenshot'],
    source: { file: join(directory, '.molehill', 'mcp.json'), format: 'molehill', scope: 'project' },
  });
  expect(stdioOf(loaded, 'browser')).toEqual({
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'chrome-devtools-mcp@1.11.0', '--headless'],
    env: { CHROME_LOG: `${dirname(dirname(directory))}/chrome.log`, TOKEN: 'sample-value' },
    cwd: directory,
    framing: 'newline',
  });
  expect(stdioOf(loaded, 'freecad')).toMatchObject({
    command: 'python3',
    args: ['-m', 'freecad_mcp', '--only-text-feedback'],
    framing: 'content-length',
    cwd: join(directory, 'cad'),
  });
  expect(serverOf(loaded, 'tickets')).toMatchObject({
    enabled: false,
    transport: { kind: 'http', headers: { Authorization: 'Bearer sample-value' } },
  });
});

test('reads a dispatch file without a top-level key', () => {
  const { loaded } = loadFixture('dispatch');
  expect(loaded.problems).toEqual([]);
  expect(stdioOf(loaded, 'freecad-mcp')).toMatchObject({
    command: 'uvx',
    args: ['freecad-mcp'],
    env: { FREECAD_PORT: '9875' },
  });
  expect(loaded.servers.map(({ id }) => id)).toEqual(['chrome-devtools', 'freecad-mcp']);
});

test('reads opencode.json: command lists, references in braces, remote servers', () => {
  const { directory, loaded } = loadFixture('opencode');
  expect(loaded.problems).toEqual([]);
  expect(serverOf(loaded, 'mcp_everything').id).toBe('mcp-everything');
  expect(stdioOf(loaded, 'mcp_everything')).toMatchObject({
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-everything'],
    env: {
      SAMPLE_TOKEN: 'sample-value',
      LICENCE: 'licence-of-the-fixture',
      UNTOUCHED: `\${SAMPLE_TOKEN}`,
    },
    cwd: directory,
  });
  expect(serverOf(loaded, 'docs')).toMatchObject({
    enabled: false,
    transport: {
      kind: 'http',
      url: 'https://docs.example.test/mcp',
      headers: { 'X-Api-Key': 'sample-value' },
    },
  });
});

test('reads opencode.jsonc with nested servers', () => {
  const { loaded } = loadFixture('opencode-v2');
  expect(loaded.problems).toEqual([]);
  expect(stdioOf(loaded, 'playwright')).toMatchObject({ command: 'npx', args: ['@playwright/mcp@latest'] });
});

test('reads .mcp.json of Claude Code; a missing variable affects only its server', () => {
  const { directory, loaded } = loadFixture('claude-code');
  expect(stdioOf(loaded, 'playwright')).toMatchObject({
    command: 'npx',
    args: ['-y', '@playwright/mcp@latest'],
  });
  expect(serverOf(loaded, 'issues').transport).toEqual({
    kind: 'http',
    url: 'https://issues.example.test/mcp',
    headers: { Authorization: 'Bearer sample-value' },
  });
  expect(serverOf(loaded, 'events').transport.kind).toBe('sse');
  expect(stdioOf(loaded, 'local-tools')).toMatchObject({
    args: [`${directory}/tools/server.mjs`],
    env: { LEVEL: 'info', COST: '$5', EMPTY: 'filled' },
  });
  expect(loaded.problems).toEqual([
    {
      file: join(directory, '.mcp.json'),
      server: 'needs-key',
      message: expect.stringContaining(
        'the environment variable SEARCH_KEY_THAT_IS_NOT_SET, which is not set',
      ),
    },
  ]);
});

test('reads .mcp.json as written by `claude mcp add --scope project`', () => {
  const { loaded } = loadFixture('claude-code-written');
  expect(loaded.problems).toEqual([]);
  expect(stdioOf(loaded, 'files')).toMatchObject({
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem', '.'],
    env: { KEY: 'abc' },
  });
  expect(serverOf(loaded, 'remote').transport).toEqual({
    kind: 'http',
    url: 'https://remote.example.test/mcp',
    headers: { Authorization: 'Bearer sample-value' },
  });
});

test('reads .vscode/mcp.json and reports servers with editor inputs by name', () => {
  const { directory, loaded } = loadFixture('vscode');
  expect(loaded.problems.map(({ server, message }) => [server, message])).toEqual([
    ['search', expect.stringContaining(`\${input:search-key}`)],
    ['socket', expect.stringContaining('http://')],
  ]);
  expect(loaded.servers.map(({ id }) => id)).toEqual(['github', 'workspacetools']);
  expect(stdioOf(loaded, 'workspaceTools')).toMatchObject({
    args: [`${directory}/tools/server.mjs`, '--name', 'project'],
    cwd: join(directory, 'tools'),
    env: { FROM_FILE: 'of the file', FROM_ENV: 'sample-value', PORT: '8080', LITERAL: `\${SAMPLE_TOKEN}` },
  });
  expect(stdioOf(loaded, 'workspaceTools').env).not.toHaveProperty('UNSET');
});

test('reads .cursor/mcp.json: a url without a type, a disabled entry', () => {
  const { directory, loaded } = loadFixture('cursor');
  expect(loaded.problems).toEqual([]);
  expect(serverOf(loaded, 'Figma Desktop')).toMatchObject({
    id: 'figma-desktop',
    transport: { kind: 'http', url: 'http://127.0.0.1:3845/mcp' },
  });
  expect(stdioOf(loaded, 'linear').env).toEqual({ TOKEN: 'sample-value', ROOT: join(directory, 'src') });
  expect(serverOf(loaded, 'paused').enabled).toBe(false);
});

test('reads the user file everywhere; a shared server runs in the home folder, others in the workspace', () => {
  const { home, directory, stateRoot, load } = setting();
  cpSync(join(fixtures, 'user'), stateRoot, { recursive: true });
  const loaded = load();
  expect(loaded.problems).toEqual([]);
  expect(serverOf(loaded, 'notes')).toMatchObject({
    shared: true,
    source: { format: 'user', scope: 'user' },
  });
  expect(stdioOf(loaded, 'notes').cwd).toBe(home);
  expect(stdioOf(loaded, 'files')).toMatchObject({
    cwd: directory,
    args: expect.arrayContaining([directory]),
  });
});
