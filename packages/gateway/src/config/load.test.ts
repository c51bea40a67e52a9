import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadUpstreams } from './load.ts';
import { env, serverOf, setting, stdioOf } from './testing/fixtures.ts';

test('a broken file is reported with its place, and the others count', () => {
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

test('the nearest file wins and says whom it shadows; then the order within a folder counts', () => {
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

test('files above the repository, and above a folder that is in none and not at home, are not looked at', () => {
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

test('a nearer entry without a command changes what a farther one defines', () => {
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

test('a project narrows what the user allowed, and never widens it', () => {
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

test('a nearer entry that cannot be used does not let a farther one start in its place', () => {
  const { write, load } = setting();
  write('.cursor/mcp.json', { mcpServers: { a: { command: 'farther' } } });
  write('.mcp.json', { mcpServers: { a: { command: 5 } } });
  const loaded = load();
  expect(loaded.servers).toEqual([]);
  expect(loaded.problems).toMatchObject([{ server: 'a', message: expect.stringContaining('command') }]);
});

test.each([
  ['neither form', { mcpServers: [] }, 'is not of the form'],
  ['a type nobody knows', { mcpServers: { a: { type: 'ws', url: 'ws://x' } } }, '"ws"'],
  [
    'a type with a name of every object',
    { mcpServers: { a: { type: 'constructor', url: 'x' } } },
    '"constructor"',
  ],
  ['both', { mcpServers: { a: { command: 'x', url: 'http://y' } } }, 'both'],
  ['an http server without a url', { mcpServers: { a: { type: 'http' } } }, 'no url'],
  ['an entry that is no object', { mcpServers: { a: 'npx' } }, 'the entry'],
])('%s is a problem that is told', (_, content, message) => {
  const { write, load } = setting();
  write('.mcp.json', content);
  expect(load()).toMatchObject({ servers: [], problems: [{ message: expect.stringContaining(message) }] });
});

test('what approvals are about changes with everything that decides what is started, and not with secrets', () => {
  const { write, load } = setting();
  const hash = (entry: object, token = 'one') => {
    write('.mcp.json', { mcpServers: { a: entry } });
    return serverOf(load(undefined, { TOKEN: token }), 'a').hash;
  };
  const base = { command: 'x', args: ['1'], env: { A: `\${TOKEN}` } };
  const first = hash(base);
  expect(hash(base, 'two')).toBe(first);
  expect(hash({ env: base.env, args: ['1'], command: 'x' })).toBe(first);
  expect(hash({ ...base, args: ['2'] })).not.toBe(first);
  expect(hash({ ...base, env: { A: `\${TOKEN}`, B: '' } })).not.toBe(first);
  expect(hash({ ...base, cwd: 'sub' })).not.toBe(first);
});

test('what every object has is no variable', () => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { a: { command: `\${constructor}` } } });
  expect(load()).toMatchObject({
    servers: [],
    problems: [{ message: expect.stringContaining('constructor') }],
  });
});

test('a name that would deceive a reader is written out', () => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { 'good\u202Elive': { command: 5 } } });
  expect(load().problems[0]?.message).toContain('good\\u{202E}live');
});

test('a file of variables is part of what was approved: with it a project could change what runs', () => {
  const { write, load } = setting();
  write('.vscode/mcp.json', { servers: { a: { command: 'x', envFile: `\${workspaceFolder}/.env` } } });
  write('.env', 'A=1');
  const before = serverOf(load(), 'a').hash;
  write('.env', 'A=1\nNODE_OPTIONS=--import=evil');
  expect(serverOf(load(), 'a').hash).not.toBe(before);
});

test.each([
  [
    {
      command: 'npx',
      args: ['-y', 'a b', `--token=\${TOKEN}`],
      env: { NODE_OPTIONS: '--import=./x', API_KEY: 'k' },
    },
    `NODE_OPTIONS=--import=./x API_KEY=*** npx -y "a b" --token=\${TOKEN}`,
  ],
  [{ command: 'x', args: ['a\u202Eb'], cwd: 'sub' }, 'x "a\\u{202E}b" (in sub)'],
  [{ type: 'sse', url: 'https://x.test/sse', headers: { A: 'k' } }, 'SSE https://x.test/sse (headers A)'],
])('what a person agrees to is shown as it is written: %j', (entry, declaration) => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { a: entry } });
  expect(serverOf(load(undefined, { TOKEN: 'hidden' }), 'a').declaration).toBe(declaration);
});

test('ids of ours are not given away, and colliding names stay apart', () => {
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
])('%j would start Molehill again, and is skipped', (entry) => {
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
])('%j is another program', (entry) => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { other: entry } });
  expect(load().problems).toEqual([]);
});

test('the script that runs and the address it answers at are ourselves, whatever their names', () => {
  const { directory, home, stateRoot, write } = setting();
  const script = write('bin/other-name.mjs', '');
  write('.mcp.json', {
    mcpServers: {
      script: { command: 'node', args: ['bin/other-name.mjs'] },
      frontend: { url: 'http://localhost:4711/mcp' },
      neighbour: { url: 'http://localhost:4712/mcp' },
    },
  });
  const own = { files: [script], urls: ['http://127.0.0.1:4711/mcp'] };
  const loaded = loadUpstreams({ directory, home, stateRoot, env: {}, own });
  expect(loaded.servers.map(({ id }) => id)).toEqual(['neighbour']);
});
