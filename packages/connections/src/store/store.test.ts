import { readdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thisProcess } from '@molehill/core/state/process-identity';
import { expect, test } from 'vitest';
import { recordingLog, temporaryFolder } from '../testing/registry.ts';
import { createStore } from './store.ts';

const append = (entry: unknown) => (entries: readonly unknown[]) => [...entries, entry];

function open(folder = temporaryFolder(), fileName = 'connections.json') {
  const path = join(folder, fileName);
  const log = recordingLog();
  return { folder, path, log, store: createStore({ path, log, lockWaitMs: 100 }) };
}

function damagedFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes('.damaged-'));
}

test('what is not there yet is empty', async () => {
  const { store, folder } = open();
  expect(await store.read()).toEqual({ entries: [], problems: [] });
  expect(readdirSync(folder)).toEqual([]);
});

test('a change is on disk, for its owner alone, with a copy and nothing else', async () => {
  const { store, path, folder } = open();
  await store.change(append({ name: 'a' }));
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ connections: [{ name: 'a' }] });
  expect(await readFile(`${path}.bak`, 'utf8')).toBe(await readFile(path, 'utf8'));
  expect(readdirSync(folder).sort()).toEqual(['connections.json', 'connections.json.bak']);
  for (const file of [path, `${path}.bak`]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a folder that is not there is made, closed to others', async () => {
  const { store, folder } = open(temporaryFolder(), 'deep/er/connections.json');
  await store.change(append({ name: 'a' }));
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700);
});

test('fifty changes at once all arrive', async () => {
  const { store } = open();
  await Promise.all(Array.from({ length: 50 }, (_, index) => store.change(append({ name: `c${index}` }))));
  expect(new Set((await store.read()).entries.map((entry) => JSON.stringify(entry))).size).toBe(50);
});

test('what an edit throws comes back, and nothing has changed', async () => {
  const { store } = open();
  await store.change(append({ name: 'a' }));
  const failing = store.change(() => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await store.change(append({ name: 'b' }));
  expect((await store.read()).entries).toEqual([{ name: 'a' }, { name: 'b' }]);
});

test('what else stands in the file, and entries nobody understands, are kept', async () => {
  const { store, path } = open();
  writeFileSync(path, '{ "comment": "mine", "connections": [ {"from": "the future"}, 7 ] } // by hand');
  await store.change(append({ name: 'a' }));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    comment: 'mine',
    connections: [{ from: 'the future' }, 7, { name: 'a' }],
  });
});

for (const damage of ['', '{"connections": [{"na', 'null', '[]', '{"connections": {}}', '\0\0\0\0']) {
  test(`a store damaged to ${JSON.stringify(damage)} is set aside, and its last good copy goes on`, async () => {
    const { store, path, folder, log } = open();
    await store.change(append({ name: 'a' }));
    await store.change(append({ name: 'b' }));
    writeFileSync(path, damage);
    const { entries, problems } = await store.read();
    const [kept = ''] = damagedFiles(folder);
    expect(entries).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(damage);
    expect(problems).toEqual([expect.stringContaining(join(folder, kept))]);
    expect(log.lines.join()).toContain(kept);
    await store.change(append({ name: 'c' }));
    expect((await store.read()).entries).toHaveLength(3);
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(damage);
  });
}

test('without a good copy it goes on empty, and keeps what there was', async () => {
  const { store, path, folder } = open();
  writeFileSync(path, 'not a store');
  await store.change(append({ name: 'a' }));
  const [kept = ''] = damagedFiles(folder);
  expect((await store.read()).entries).toEqual([{ name: 'a' }]);
  expect(readFileSync(join(folder, kept), 'utf8')).toBe('not a store');
  expect(statSync(join(folder, kept)).mode & 0o777).toBe(0o600);
});

test('a damaged copy does not stand in for anything', async () => {
  const { store, path } = open();
  writeFileSync(path, 'damaged');
  writeFileSync(`${path}.bak`, 'damaged too');
  expect((await store.read()).entries).toEqual([]);
});

test('a damaged store that cannot be set aside is read from its copy and never written', async () => {
  const longName = 'c'.repeat(230);
  const { store, path, folder } = open(temporaryFolder(), longName);
  await store.change(append({ name: 'a' }));
  writeFileSync(path, 'damaged');
  const { entries, problems } = await store.read();
  expect(entries).toEqual([{ name: 'a' }]);
  expect(problems).toEqual([expect.stringContaining('could not be set aside')]);
  await expect(store.change(append({ name: 'b' }))).rejects.toMatchObject({ code: 'E_STORE_DAMAGED' });
  expect(readFileSync(path, 'utf8')).toBe('damaged');
  expect(damagedFiles(folder)).toEqual([]);
});

test('a store held by another process is said to be locked, and can be read all the same', async () => {
  const { store, path } = open();
  await store.change(append({ name: 'a' }));
  writeFileSync(`${path}.lock`, JSON.stringify({ ...thisProcess(), at: Date.now(), token: 'other' }));
  await expect(store.change(append({ name: 'b' }))).rejects.toMatchObject({ code: 'E_STORE_LOCKED' });
  expect((await store.read()).entries).toEqual([{ name: 'a' }]);
});

test('what the file system refuses is told with a code', async () => {
  const { store, path } = open();
  await mkdir(path);
  await expect(store.change(append({}))).rejects.toMatchObject({ code: 'E_STORE_ACCESS' });
  await expect(store.read()).rejects.toMatchObject({
    code: 'E_STORE_ACCESS',
    message: expect.stringContaining(path),
  });
});

test('leftovers of killed processes are cleared away', async () => {
  const { store, path, folder } = open();
  for (const leftover of [`${path}.4242.tmp`, `${path}.bak.4242.tmp`]) writeFileSync(leftover, '{"conn');
  await store.change(append({ name: 'a' }));
  expect(readdirSync(folder).sort()).toEqual(['connections.json', 'connections.json.bak']);
});

test('a link to the store stays a link', async () => {
  const { store, path, folder } = open();
  const real = join(folder, 'elsewhere.json');
  writeFileSync(real, '{"connections":[]}');
  symlinkSync(real, path);
  await store.change(append({ name: 'a' }));
  expect(realpathSync(path)).toBe(realpathSync(real));
  expect(readFileSync(real, 'utf8')).toContain('"a"');
});
