import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { serverOf, setting } from './testing/fixtures.ts';

/** A repository with programs and data. */
function repository() {
  const project = setting();
  const { directory, write } = project;
  for (const file of [
    'server.js',
    'hook.mjs',
    'tools/x.py',
    'tools/__main__.py',
    'lib/index.js',
    'package.json',
    'app/package.json',
  ])
    write(file, '');
  for (const file of ['run.data', 'shop.db', 'memory.json', 'config.json', 'notes.md', 'x.weird', 'start.sh'])
    write(file, '');
  for (const file of ['bin/run', 'bin/tool.xyz']) chmodSync(write(file, ''), 0o755);
  mkdirSync(join(directory, '.git'));
  mkdirSync(join(directory, 'sub'));
  symlinkSync('../server.js', join(directory, 'sub', 'link.js'));
  return project;
}

function scriptsOf(entry: object): readonly string[] {
  const { directory, write, load } = repository();
  const text = JSON.stringify({ mcpServers: { a: entry } }).replaceAll('@ROOT@', directory);
  write('.mcp.json', text);
  const { files } = serverOf(load(), 'a');
  return files.filter(({ role }) => role === 'script').map(({ path }) => relative(directory, path));
}

test.each([
  [{ command: 'node', args: ['./server.js'] }, ['server.js']],
  [{ command: 'node', args: ['server.js', '--port', '1'] }, ['server.js']],
  [{ command: 'node', args: ['server'] }, ['server.js']],
  [{ command: 'node', args: ['lib'] }, ['lib/index.js']],
  [{ command: 'node', args: ['.'] }, ['package.json']],
  [{ command: 'node', args: ['run.data'] }, ['run.data']],
  [{ command: '/usr/bin/python3.12', args: ['tools/x.py'] }, ['tools/x.py']],
  [{ command: 'python', args: ['-m', 'tools.x'] }, ['tools/x.py']],
  [{ command: 'python', args: ['-m', 'tools'] }, ['tools/__main__.py']],
  [{ command: './bin/run' }, ['bin/run']],
  [{ command: 'bin/tool.xyz' }, ['bin/tool.xyz']],
  [{ command: 'run', env: { PATH: './bin:/usr/bin' } }, ['bin/run']],
  [{ command: 'node', args: ['-r', './hook.mjs', 'server.js'] }, ['hook.mjs', 'server.js']],
  [{ command: 'node', args: ['-r./x.weird', 'server.js'] }, ['x.weird', 'server.js']],
  [{ command: 'node', args: ['--import=./x.weird', '-e', '1'] }, ['x.weird']],
  [{ command: 'node', args: ['--import=file://@ROOT@/hook.mjs', '-e', '1'] }, ['hook.mjs']],
  [{ command: 'npx', args: ['-y', 'mcp-proxy', '--config', 'config.json'] }, ['config.json']],
  [{ command: 'sh', args: ['-c', 'cd . && exec node "./server.js"; ./start.sh'] }, ['server.js', 'start.sh']],
  [{ command: 'env', args: ['A=1', 'node', 'server.js'] }, ['server.js']],
  [{ command: 'env', args: ['A=1', 'node', './server'] }, ['server.js']],
  [{ command: 'nice', args: ['-n', '5', 'node', 'lib'] }, ['lib/index.js']],
  [{ command: 'env', args: ['python', '-m', 'tools.x'] }, ['tools/x.py']],
  [{ command: 'sh', args: ['-c', 'python -m tools.x'] }, ['tools/x.py']],
  [{ command: 'x', env: { NODE_OPTIONS: '--require ./hook.mjs' } }, ['hook.mjs']],
  [{ command: 'x', env: { BASH_ENV: './start.sh' } }, ['start.sh']],
  [{ command: 'x', env: { START_SCRIPT: './server.js' } }, ['server.js']],
  [{ command: 'npm', args: ['start'] }, ['package.json']],
  [{ command: 'npm', args: ['--prefix', 'app', 'start'] }, ['package.json', 'app/package.json']],
  [{ command: 'uv', args: ['run', '--directory', 'tools', 'x.py'] }, ['tools/__main__.py', 'tools/x.py']],
  [{ command: 'uvx', args: ['--from', './app', 'serve'] }, ['app/package.json']],
  [{ command: 'npx', args: ['-y', './app'] }, ['app/package.json']],
  [{ command: 'node', args: ['link.js'], cwd: 'sub' }, ['sub/link.js']],
  [{ command: 'node', args: ['../server.js'], cwd: 'sub' }, ['server.js']],
])('%j runs %j', (entry, scripts) => {
  expect(scriptsOf(entry)).toEqual(scripts);
});

test.each([
  [{ command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] }],
  [{ command: 'mcp-sqlite', args: ['./shop.db', '--notes=notes.md'] }],
  [{ command: 'npx', args: ['server-memory'], env: { MEMORY_FILE_PATH: './memory.json' } }],
  [{ command: 'uvx', args: ['some-tool', '--data', 'run.data'] }],
  [{ command: '/bin/sh', args: ['-c', 'exit'] }],
])('%j names no script of the project', (entry) => {
  expect(scriptsOf(entry)).toEqual([]);
});

test('a script of the repository above the folder is covered', () => {
  const { directory, write, load } = repository();
  const inner = join(directory, 'sub');
  write('sub/.mcp.json', { mcpServers: { inner: { command: 'node', args: ['../server.js'] } } });
  expect(serverOf(load(inner), 'inner').files).toMatchObject([{ path: join(directory, 'server.js') }]);
});
