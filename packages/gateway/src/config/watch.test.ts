import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { realOrGiven } from './places.ts';
import { type ConfigChange, watchUpstreams } from './watch.ts';

/** Without polling, so that what is seen was seen by watching; with `check` for what is about the difference alone. */
function watching(options: { readonly pollMs?: number } = {}) {
  const home = realOrGiven(tempFolder());
  const directory = join(home, 'project');
  mkdirSync(directory);
  const changes: ConfigChange[] = [];
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
        settleMs: 5,
        ...options,
      },
      (change) => changes.push(change),
    );
    onTestFinished(() => watch.close());
    return watch;
  };
  return { directory, home, file, write, start, changes };
}

const x = { command: 'x' };

test('tells which servers came, went, changed, and which of them must be started anew', () => {
  const { write, start, changes } = watching();
  write({ same: x, gone: x, restarted: x });
  const watch = start();
  write({ same: x, restarted: { command: 'y' }, came: x });
  watch.check();
  expect(changes).toMatchObject([
    { added: ['came'], removed: ['gone'], changed: ['restarted'], relaunch: ['restarted'] },
  ]);
  expect(watch.current.servers.map(({ id }) => id)).toEqual(['came', 'restarted', 'same']);
});

test('other rules for the same server start nothing anew', () => {
  const { directory, write, start, changes } = watching();
  write({ a: x });
  const watch = start();
  mkdirSync(join(directory, '.molehill'));
  write({ a: { deny: ['b'] } }, join(directory, '.molehill', 'mcp.json'));
  watch.check();
  expect(changes).toMatchObject([{ added: [], removed: [], changed: ['a'], relaunch: [] }]);
});

test('a file that is written again with the same servers is no change', () => {
  const { write, start, changes } = watching();
  write({ a: x });
  const watch = start();
  write({ a: x });
  watch.check();
  expect(changes).toEqual([]);
});

test('problems that come and go are told too', () => {
  const { file, write, start, changes } = watching();
  write({ a: x });
  const watch = start();
  writeFileSync(file, '{');
  watch.check();
  expect(changes).toMatchObject([{ removed: ['a'], config: { problems: [{ file }] } }]);
});

test('a file in a folder that did not exist is noticed by watching', async () => {
  const { directory, write, start, changes } = watching();
  start();
  mkdirSync(join(directory, '.cursor'));
  write({ late: x }, join(directory, '.cursor', 'mcp.json'));
  await vi.waitFor(() => expect(changes).toMatchObject([{ added: ['late'] }]), { timeout: 10_000 });
}, 15_000);

test('so is a file that is removed, and by the poll alone where watching is impossible', async () => {
  const { file, write, start, changes } = watching({ pollMs: 20 });
  write({ a: x });
  start();
  rmSync(file);
  await vi.waitFor(() => expect(changes).toMatchObject([{ removed: ['a'] }]), { timeout: 10_000 });
}, 15_000);

test('a file of variables that a server draws from is watched like its configuration', async () => {
  const { directory, start, changes } = watching();
  mkdirSync(join(directory, '.vscode'));
  const servers = { a: { command: 'x', envFile: `\${workspaceFolder}/vars` } };
  writeFileSync(join(directory, '.vscode', 'mcp.json'), JSON.stringify({ servers }));
  writeFileSync(join(directory, 'vars'), 'A=1');
  const watch = start();
  writeFileSync(join(directory, 'vars'), 'A=22');
  watch.check();
  expect(changes).toMatchObject([{ relaunch: ['a'] }]);
});
