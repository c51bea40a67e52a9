import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { thisProcess } from '@molehill/core/state/process-identity';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { openWindows, type WindowDescription, type WindowRecord } from './windows.ts';

function setUp() {
  const state = tempFolder();
  const base = tempFolder();
  const windows = openWindows(state, { heartbeatMs: 3_600_000 });
  const folder = (name: string) => {
    mkdirSync(join(base, name), { recursive: true });
    return join(base, name);
  };
  const open = async (folders: readonly string[], more: Partial<WindowDescription> = {}) => {
    const window = await windows.register({ folders, version: '1.0.0', kind: 'vscode', ...more });
    onTestFinished(() => window.unregister());
    return window;
  };
  const files = () => (existsSync(join(state, 'windows')) ? readdirSync(join(state, 'windows')) : []);
  const plant = (record: Partial<WindowRecord>) => {
    mkdirSync(join(state, 'windows'), { recursive: true });
    const base = {
      id: 'planted',
      ...thisProcess(),
      folders: ['/a'],
      heartbeat: Date.now(),
      version: '1',
      kind: 'up',
    };
    writeFileSync(join(state, 'windows', 'planted.json'), JSON.stringify({ ...base, ...record }));
  };
  return { state, base, windows, folder, open, files, plant };
}

const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

test('registers an open window with its address, readable by its owner only', async () => {
  const { state, windows, folder, open, files } = setUp();
  const window = await open([folder('a')], { port: 50_001, tokenFile: '/state/http-token' });
  expect(files()).toEqual([`${window.id}.json`]);
  const path = join(state, 'windows', `${window.id}.json`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await windows.list()).toEqual([JSON.parse(readFileSync(path, 'utf8'))]);
  expect((await windows.list())[0]).toMatchObject({
    pid: process.pid,
    folders: [folder('a')],
    port: 50_001,
    tokenFile: '/state/http-token',
    kind: 'vscode',
  });
  await window.update({ folders: [folder('b')], version: '1.0.0', kind: 'vscode' });
  expect((await windows.list())[0]?.folders).toEqual([folder('b')]);
  await window.unregister();
  expect(files()).toEqual([]);
});

test('the heartbeat recreates a removed file', async () => {
  const { state, folder } = setUp();
  const lively = openWindows(state, { heartbeatMs: 5 });
  const window = await lively.register({ folders: [folder('a')], version: '1', kind: 'up' });
  onTestFinished(() => window.unregister());
  const heartbeat = async () => (await lively.list())[0]?.heartbeat ?? 0;
  const first = await heartbeat();
  spawnSync('rm', ['-r', join(state, 'windows')]);
  await expect.poll(heartbeat).toBeGreaterThan(first);
});

test('chooses the deepest folder that contains the path, then the cwd', async () => {
  const { base, windows, folder, open } = setUp();
  const outer = await open([folder('a')]);
  const inner = await open([folder('a/b'), folder('z')]);
  const chosen = async (wanted: { path?: string; workspace?: string; cwd: string }) =>
    (await windows.choose(wanted)).id;
  expect(await chosen({ cwd: join(folder('a'), 'x') })).toBe(outer.id);
  expect(await chosen({ cwd: folder('a'), path: 'b/file.ts' })).toBe(inner.id);
  expect(await chosen({ cwd: folder('a'), path: join(folder('z'), 'new.ts') })).toBe(inner.id);
  expect(await chosen({ cwd: folder('a'), path: '/elsewhere' })).toBe(outer.id);
  expect(await chosen({ cwd: '/', workspace: folder('a/b') })).toBe(inner.id);
  expect(await chosen({ cwd: folder('a'), workspace: 'b' })).toBe(inner.id);
  expect(await chosen({ cwd: '/', workspace: outer.id })).toBe(outer.id);
  symlinkSync(folder('a/b'), join(base, 'link'));
  expect(await chosen({ cwd: join(base, 'link') })).toBe(inner.id);
});

test('a common name prefix is not containment', async () => {
  const { windows, folder, open } = setUp();
  await open([folder('app')]);
  await expect(windows.choose({ cwd: folder('app-two') })).rejects.toMatchObject({
    code: 'E_BRIDGE_UNAVAILABLE',
  });
});

test('lists windows that match equally well, and chooses one by id', async () => {
  const { windows, folder, open } = setUp();
  const both = [await open([folder('a')]), await open([folder('a')], { kind: 'up' })];
  const failure = await windows.choose({ cwd: folder('a') }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'E_AMBIGUOUS_WINDOW' });
  for (const { id } of both) {
    expect(String(failure)).toContain(id);
    expect((await windows.choose({ cwd: '/', workspace: id })).id).toBe(id);
  }
});

test('does not replace a missing workspace by one that matches the cwd', async () => {
  const { windows, folder, open } = setUp();
  const window = await open([folder('a')]);
  const wanted = { cwd: folder('a'), workspace: folder('other') };
  const failure = await windows.choose(wanted).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'E_BRIDGE_UNAVAILABLE',
    message: expect.stringContaining(window.id),
  });
});

test('removes the window of a dead process', async () => {
  const { windows, files, plant } = setUp();
  plant({ pid: deadPid(), start: '' });
  expect(await windows.list()).toEqual([]);
  expect(files()).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'removes the window of a process whose id another process has now',
  async () => {
    const { windows, files, plant } = setUp();
    plant({ start: '1' });
    expect(await windows.list()).toEqual([]);
    expect(files()).toEqual([]);
  },
);

test('does not list a window with a stale heartbeat, and keeps its file', async () => {
  const { windows, files, plant } = setUp();
  plant({ heartbeat: Date.now() - 60_000 });
  expect(await windows.list()).toEqual([]);
  expect(files()).toEqual(['planted.json']);
});

test('judges a window on another machine by its heartbeat only', async () => {
  const { windows, files, plant } = setUp();
  plant({ host: 'elsewhere.test', pid: deadPid() });
  expect(await windows.list()).toHaveLength(1);
  plant({ host: 'elsewhere.test', heartbeat: Date.now() - 3_600_000 });
  expect(await windows.list()).toEqual([]);
  expect(files()).toEqual([]);
});

test('ignores an invalid file', async () => {
  const { state, windows, folder, open } = setUp();
  const window = await open([folder('a')]);
  writeFileSync(join(state, 'windows', 'broken.json'), '{"id":');
  expect((await windows.list()).map(({ id }) => id)).toEqual([window.id]);
});
