import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { realOrGiven } from './places.ts';
import { stdioOf } from './testing/fixtures.ts';
import type { LoadedConfig } from './upstream-config.ts';
import { watchUpstreams } from './watch.ts';

/** Does not poll by default, so that only `check` detects a change. */
function watching(options: { readonly pollMs?: number } = {}) {
  const home = realOrGiven(tempFolder());
  const directory = join(home, 'project');
  mkdirSync(directory);
  const changes: LoadedConfig[] = [];
  const file = join(directory, '.mcp.json');
  const write = (servers: Record<string, unknown>, path = file) => {
    writeFileSync(`${path}.new`, JSON.stringify({ mcpServers: servers }));
    renameSync(`${path}.new`, path);
  };
  const start = () => {
    const watch = watchUpstreams(
      {
        directory,
        home,
        stateRoot: join(home, 'state'),
        env: {},
        pollMs: 3_600_000,
        ...options,
      },
      (config) => changes.push(config),
    );
    onTestFinished(() => watch.close());
    return watch;
  };
  return { directory, home, file, write, start, changes };
}

const x = { command: 'x' };

test('reports the new configuration when servers are added, removed or changed', () => {
  const { write, start, changes } = watching();
  write({ same: x, gone: x, restarted: x });
  const watch = start();
  write({ same: x, restarted: { command: 'y' }, added: x });
  watch.check();
  expect(changes).toMatchObject([
    {
      servers: [
        { id: 'added', transport: x },
        { id: 'restarted', transport: { command: 'y' } },
        { id: 'same', transport: x },
      ],
    },
  ]);
  expect(watch.current).toBe(changes[0]);
});

test('a change of rules does not change what is started', () => {
  const { directory, write, start, changes } = watching();
  write({ a: x });
  const watch = start();
  const [before] = watch.current.servers;
  mkdirSync(join(directory, '.molehill'));
  write({ a: { deny: ['b'] } }, join(directory, '.molehill', 'mcp.json'));
  watch.check();
  expect(changes).toEqual([{ servers: [{ ...before, deny: ['b'] }], problems: [] }]);
});

test('reports nothing when a file is rewritten with the same servers', () => {
  const { write, start, changes } = watching();
  write({ a: x });
  const watch = start();
  write({ a: x });
  watch.check();
  expect(changes).toEqual([]);
});

test('reports new problems', () => {
  const { file, write, start, changes } = watching();
  write({ a: x });
  const watch = start();
  writeFileSync(file, '{');
  watch.check();
  expect(changes).toMatchObject([{ servers: [], problems: [{ file }] }]);
});

test('detects a file in a new folder by polling', async () => {
  const { directory, write, start, changes } = watching({ pollMs: 20 });
  start();
  mkdirSync(join(directory, '.cursor'));
  write({ late: x }, join(directory, '.cursor', 'mcp.json'));
  await vi.waitFor(() => expect(changes).toMatchObject([{ servers: [{ id: 'late' }] }]), { timeout: 10_000 });
}, 15_000);

test('detects a removed file by polling', async () => {
  const { file, write, start, changes } = watching({ pollMs: 20 });
  write({ a: x });
  start();
  rmSync(file);
  await vi.waitFor(() => expect(changes).toMatchObject([{ servers: [] }]), { timeout: 10_000 });
}, 15_000);

test('watches the env file of a server', async () => {
  const { directory, start, changes } = watching();
  mkdirSync(join(directory, '.vscode'));
  const servers = { a: { command: 'x', envFile: `\${workspaceFolder}/vars` } };
  writeFileSync(join(directory, '.vscode', 'mcp.json'), JSON.stringify({ servers }));
  writeFileSync(join(directory, 'vars'), 'A=1');
  const watch = start();
  writeFileSync(join(directory, 'vars'), 'A=22');
  watch.check();
  expect(changes).toMatchObject([{ servers: [{ id: 'a' }] }]);
  expect(stdioOf(watch.current, 'a').env).toEqual({ A: '22' });
});

test('excludes a server at an address of this process', () => {
  const { write, start, changes } = watching();
  write({ other: { url: 'http://127.0.0.1:4712/mcp' }, self: { url: 'http://localhost:4711/mcp' } });
  const watch = start();
  expect(watch.current.problems).toEqual([]);
  watch.addOwnUrl('http://127.0.0.1:4711');
  expect(changes).toMatchObject([{ servers: [{ id: 'other' }], problems: [{ server: 'self' }] }]);
});
