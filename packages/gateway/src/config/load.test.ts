import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadUpstreams } from './load.ts';
import { env, serverOf, setting, stdioOf } from './testing/fixtures.ts';

test('reports a broken file with line and column and reads the others', () => {
  const { directory, write, load } = setting();
  write(
    '.mcp.json',
    '{\n  "mcpServers": {\n    "good": { "command": "x" }\n    "bad": { "command": "y" }\n  }\n}\n',
  );
  write('.cursor/mcp.json', { mcpServers: { 'still-here': { command: 'z' } } });
  const loaded = load();
  expect(loaded.problems).toEqual([
    {
      file: join(directory, '.mcp.json'),
      message: expect.stringContaining('line 4, column 5'),
      line: 4,
      column: 5,
    },
  ]);
  expect(loaded.servers.map(({ id }) => id)).toEqual(['still-here']);
});

test('the nearest file wins, then the order within a folder; shadowed files are reported', () => {
  const { directory, write, load, stateRoot } = setting();
  const entry = (command: string) => ({ mcpServers: { a: { command } } });
  mkdirSync(join(directory, '.git'));
  const outer = [write('.mcp.json', entry('outer-mcp')), write('.cursor/mcp.json', entry('outer-cursor'))];
  const inner = write('packages/app/.cursor/mcp.json', entry('inner-cursor'));
  writeFileSync(join(stateRoot, 'mcp.json'), JSON.stringify(entry('user')));
  const server = serverOf(load(join(directory, 'packages', 'app')), 'a');
  expect(server).toMatchObject({ transport: { command: 'inner-cursor' }, source: { file: inner } });
  expect(server.shadows.map(({ file }) => file)).toEqual([...outer, join(stateRoot, 'mcp.json')]);
  expect(stdioOf(load(), 'a').command).toBe('outer-mcp');
});

test('does not read files above the repository, or above a folder outside repository and home', () => {
  const { directory, home, write, load } = setting();
  writeFileSync(join(home, 'work', '.mcp.json'), JSON.stringify({ mcpServers: { above: { command: 'x' } } }));
  writeFileSync(join(home, '.mcp.json'), JSON.stringify({ mcpServers: { home: { command: 'x' } } }));
  expect(load().servers.map(({ id }) => id)).toEqual(['above']);
  mkdirSync(join(directory, '.git'));
  write('.mcp.json', { mcpServers: { inside: { command: 'x' } } });
  expect(load().servers.map(({ id }) => id)).toEqual(['inside']);
  const away = { directory: join(home, 'work', 'project', 'sub'), home: '/nowhere', stateRoot: home, env };
  mkdirSync(away.directory);
  writeFileSync(join(home, 'mcp.json'), '{}');
  expect(loadUpstreams({ ...away, directory: join(home, 'work') }).servers.map(({ id }) => id)).toEqual([
    'above',
  ]);
});

test('an entry without a command changes the settings of a farther one', () => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { a: { command: 'x' } } });
  write('.molehill/mcp.json', { mcpServers: { a: { deny: ['delete_*'] }, lost: { enabled: true } } });
  const loaded = load();
  expect(serverOf(loaded, 'a')).toMatchObject({
    transport: { command: 'x' },
    deny: ['delete_*'],
    source: { format: 'mcp' },
  });
  expect(loaded.problems).toMatchObject([{ server: 'lost', message: expect.stringContaining('neither') }]);
});

test('a project can restrict a user’s server but not extend it', () => {
  const { write, load, stateRoot } = setting();
  const users = { command: 'x', allow: ['read_*'], deny: ['read_secret'] };
  writeFileSync(join(stateRoot, 'mcp.json'), JSON.stringify({ mcpServers: { a: users } }));
  write('.molehill/mcp.json', { mcpServers: { a: { allow: ['*'], deny: ['read_log'], shared: true } } });
  expect(serverOf(load(), 'a')).toMatchObject({
    allow: ['read_*'],
    deny: ['read_secret', 'read_log'],
    shared: false,
  });
});

test('an unusable entry does not fall back to a farther one', () => {
  const { write, load } = setting();
  write('.cursor/mcp.json', { mcpServers: { a: { command: 'farther' } } });
  write('.mcp.json', { mcpServers: { a: { command: 5 } } });
  const loaded = load();
  expect(loaded.servers).toEqual([]);
  expect(loaded.problems).toMatchObject([{ server: 'a', message: expect.stringContaining('command') }]);
});

test.each([
  ['neither form', { mcpServers: [] }, 'is not of the form'],
  ['an unknown type', { mcpServers: { a: { type: 'ws', url: 'ws://x' } } }, '"ws"'],
  [
    'a type with a name of every object',
    { mcpServers: { a: { type: 'constructor', url: 'x' } } },
    '"constructor"',
  ],
  ['both', { mcpServers: { a: { command: 'x', url: 'http://y' } } }, 'both'],
  ['an http server without a url', { mcpServers: { a: { type: 'http' } } }, 'no url'],
  ['an entry that is no object', { mcpServers: { a: 'npx' } }, 'the entry'],
])('reports %s', (_, content, message) => {
  const { write, load } = setting();
  write('.mcp.json', content);
  expect(load()).toMatchObject({ servers: [], problems: [{ message: expect.stringContaining(message) }] });
});

test('does not resolve properties of Object as variables', () => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { a: { command: `\${constructor}` } } });
  expect(load()).toMatchObject({
    servers: [],
    problems: [{ message: expect.stringContaining('constructor') }],
  });
});

test('escapes invisible characters in names', () => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { 'good\u202Elive': { command: 5 } } });
  expect(load().problems[0]?.message).toContain('good\\u{202E}live');
});

test('does not assign reserved ids and keeps colliding names apart', () => {
  const { write, load } = setting();
  const names = ['sql', 'My Server', 'my-server', 'my_server', 'MOLEHILL', '日本', '__'];
  write('.mcp.json', { mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])) });
  const loaded = load();
  const ids = Object.fromEntries(loaded.servers.map(({ declaredName, id }) => [declaredName, id]));
  expect(ids).toMatchObject({ sql: 'sql-2', 'my-server': 'my-server', MOLEHILL: 'molehill-2' });
  expect(new Set(Object.values(ids)).size).toBe(names.length);
  for (const id of Object.values(ids)) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test.each([
  [{ command: 'molehill', args: ['mcp'] }],
  [{ command: '/usr/local/bin/molehill', args: ['mcp'] }],
  [{ command: 'npx', args: ['-y', 'molehill@latest', 'mcp'] }],
  [{ command: 'npx.cmd', args: ['-y', '-p', 'molehill', 'molehill', 'mcp'] }],
  [{ command: 'pnpm', args: ['dlx', 'molehill', 'mcp'] }],
  [{ command: 'node', args: ['/opt/molehill/bin/molehill.mjs', 'mcp'] }],
  [{ command: 'sh', args: ['-c', 'exec molehill mcp'] }],
])('skips %j, which would start Molehill itself', (entry) => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { again: entry, other: { command: 'x' } } });
  const loaded = load();
  expect(loaded.servers.map(({ id }) => id)).toEqual(['other']);
  expect(loaded.problems).toMatchObject([{ server: 'again', message: expect.stringContaining('itself') }]);
});

test.each([
  [{ command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/me/molehill'] }],
  [{ command: 'node', args: ['server.mjs', 'molehill'] }],
  [{ command: 'dbmole-mcp' }],
])('accepts %j, which is another program', (entry) => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { other: entry } });
  expect(load().problems).toEqual([]);
});

test('recognises its own script and URL under any name', () => {
  const { directory, home, stateRoot, write } = setting();
  const script = write('bin/other-name.mjs', '');
  write('.mcp.json', {
    mcpServers: {
      script: { command: 'node', args: ['bin/other-name.mjs'] },
      frontend: { url: 'http://localhost:4711/mcp' },
      neighbour: { url: 'http://localhost:4712/mcp' },
    },
  });
  const own = { ownFile: script, ownUrls: ['http://127.0.0.1:4711/mcp'] };
  const loaded = loadUpstreams({ directory, home, stateRoot, env: {}, ...own });
  expect(loaded.servers.map(({ id }) => id)).toEqual(['neighbour']);
});
