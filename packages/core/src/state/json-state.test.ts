import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { tempFolder } from '../testing/temp-folder.ts';
import { type JsonStateOptions, openJsonState } from './json-state.ts';
import { thisProcess } from './process-identity.ts';

const schema = z.looseObject({ items: z.array(z.unknown()) });
type Items = z.output<typeof schema>;

const append = (item: unknown) => (state: Items) => ({ ...state, items: [...state.items, item] });

function open(
  options: Partial<JsonStateOptions<Items>> = {},
  folder = tempFolder(),
  fileName = 'state.json',
) {
  const path = join(folder, fileName);
  const warnings: string[] = [];
  const warn = (_fields: object, message: string) => void warnings.push(message);
  const log = { debug() {}, info() {}, error() {}, warn };
  const state = openJsonState({
    path,
    schema,
    empty: { items: [] },
    keepBackup: true,
    log,
    lockWaitMs: 100,
    ...options,
  });
  return { folder, path, warnings, state };
}

function damagedFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes('.damaged-'));
}

test('a missing file has the empty value, and reading it creates nothing', async () => {
  const { state, folder } = open();
  expect(await state.read()).toEqual({ items: [] });
  expect(state.readSync()).toEqual({ items: [] });
  expect(await state.problems()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('writes a change with mode 0600, a backup and nothing else', async () => {
  const { state, path, folder } = open();
  expect(await state.change(append('a'))).toEqual({ items: ['a'] });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ items: ['a'] });
  expect(readFileSync(`${path}.bak`, 'utf8')).toBe(readFileSync(path, 'utf8'));
  expect(readdirSync(folder).sort()).toEqual(['state.json', 'state.json.bak']);
  for (const file of [path, `${path}.bak`]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('keeps no backup unless asked to', async () => {
  const { state, folder } = open({ keepBackup: false });
  await state.change(append('a'));
  expect(readdirSync(folder)).toEqual(['state.json']);
});

test('creates missing folders with mode 0700', async () => {
  const { state, folder } = open({}, tempFolder(), 'deep/er/state.json');
  await state.change(append('a'));
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700);
});

test('keeps fifty concurrent changes', async () => {
  const { state } = open();
  await Promise.all(Array.from({ length: 50 }, (_, index) => state.change(append(index))));
  expect(new Set((await state.read()).items).size).toBe(50);
});

test('sees the changes of another instance at once', async () => {
  const folder = tempFolder();
  const [one, other] = [open({}, folder).state, open({}, folder).state];
  for (const item of ['a', 'b', 'c']) {
    const { items } = await one.change(append(item));
    expect(other.readSync()).toEqual({ items });
    expect(await other.read()).toEqual({ items });
  }
});

test('an edit that throws changes nothing', async () => {
  const { state } = open();
  await state.change(append('a'));
  const failing = state.change(() => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await state.change(append('b'));
  expect((await state.read()).items).toEqual(['a', 'b']);
});

test('an edit that returns its argument writes nothing', async () => {
  const { state, folder } = open();
  await state.change((value) => value);
  expect(readdirSync(folder)).toEqual([]);
});

test('reads comments and keeps unknown fields', async () => {
  const { state, path } = open();
  writeFileSync(path, '{ "comment": "mine", "items": [ {"from": "the future"}, 7 ] } // by hand');
  await state.change(append('a'));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    comment: 'mine',
    items: [{ from: 'the future' }, 7, 'a'],
  });
});

for (const damage of ['', '{"items": [{"na', 'null', '[]', '{"items": {}}', '\0\0\0\0']) {
  test(`sets a file damaged to ${JSON.stringify(damage)} aside and continues with the backup`, async () => {
    const { state, path, folder, warnings } = open();
    await state.change(append('a'));
    await state.change(append('b'));
    writeFileSync(path, damage);
    expect(await state.read()).toEqual({ items: ['a', 'b'] });
    const [aside = ''] = damagedFiles(folder);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(damage);
    expect(await state.problems()).toEqual([expect.stringContaining(join(folder, aside))]);
    expect(warnings.join()).toContain(aside);
    await state.change(append('c'));
    expect((await state.read()).items).toHaveLength(3);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(damage);
    expect(damagedFiles(folder)).toHaveLength(1);
  });
}

test('without a backup continues with the empty value and keeps the damaged file', async () => {
  const { state, path, folder } = open();
  writeFileSync(path, 'not JSON');
  await state.change(append('a'));
  const [aside = ''] = damagedFiles(folder);
  expect((await state.read()).items).toEqual(['a']);
  expect(readFileSync(join(folder, aside), 'utf8')).toBe('not JSON');
  expect(statSync(join(folder, aside)).mode & 0o777).toBe(0o600);
});

test('ignores a damaged backup', async () => {
  const { state, path } = open();
  writeFileSync(path, 'damaged');
  writeFileSync(`${path}.bak`, 'damaged too');
  expect((await state.read()).items).toEqual([]);
});

test('recovers a value from a damaged file where the owner can', async () => {
  const recover = (json: unknown) => ({ items: [json === undefined ? 'no JSON' : 'some JSON'] });
  const { state, path } = open({ keepBackup: false, recover });
  writeFileSync(path, '{"items": 1}');
  expect(state.readSync()).toEqual({ items: ['some JSON'] });
  expect(readFileSync(path, 'utf8')).toBe('{"items": 1}');
  expect(await state.change(append('a'))).toEqual({ items: ['some JSON', 'a'] });
  writeFileSync(path, '{"items"');
  expect(await state.read()).toEqual({ items: ['no JSON'] });
});

test('sets a damaged file aside once, also when the edit throws', async () => {
  const { state, path, folder } = open();
  writeFileSync(path, 'damaged');
  const fail = () => {
    throw new Error('no');
  };
  await expect(state.change(fail)).rejects.toThrow('no');
  await expect(state.change(fail)).rejects.toThrow('no');
  expect(damagedFiles(folder)).toHaveLength(1);
});

test('reads a damaged file that cannot be set aside from its backup, and never overwrites it', async () => {
  const { state, path, folder } = open({}, tempFolder(), 'c'.repeat(230));
  await state.change(append('a'));
  writeFileSync(path, 'damaged');
  expect((await state.read()).items).toEqual(['a']);
  expect(await state.problems()).toEqual([expect.stringContaining('could not be set aside')]);
  await expect(state.change(append('b'))).rejects.toMatchObject({ code: 'E_STORE_DAMAGED' });
  expect(readFileSync(path, 'utf8')).toBe('damaged');
  expect(damagedFiles(folder)).toEqual([]);
});

test('a file locked by another process can be read and not changed', async () => {
  const { state, path } = open();
  await state.change(append('a'));
  writeFileSync(`${path}.lock`, JSON.stringify({ ...thisProcess(), at: Date.now(), token: 'other' }));
  await expect(state.change(append('b'))).rejects.toMatchObject({ code: 'E_STORE_LOCKED' });
  expect((await state.read()).items).toEqual(['a']);
});

test('an error of the file system is E_STORE_ACCESS, except in readSync', async () => {
  const { state, path } = open();
  mkdirSync(path);
  await expect(state.change(append('a'))).rejects.toMatchObject({ code: 'E_STORE_ACCESS' });
  await expect(state.read()).rejects.toMatchObject({
    code: 'E_STORE_ACCESS',
    message: expect.stringContaining(path),
  });
  expect(state.readSync()).toEqual({ items: [] });
});

test('a folder that cannot be written is an error of the change only', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), '');
  const { state } = open({ lockPath: join(folder, 'file', 'state.lock') }, folder);
  expect(await state.read()).toEqual({ items: [] });
  await expect(state.change(append('a'))).rejects.toMatchObject({ code: 'E_STORE_ACCESS' });
});

test('removes the temporary files of killed processes', async () => {
  const { state, path, folder } = open();
  for (const leftover of [`${path}.4242.tmp`, `${path}.bak.4242.tmp`]) writeFileSync(leftover, '{"it');
  await state.change(append('a'));
  expect(readdirSync(folder).sort()).toEqual(['state.json', 'state.json.bak']);
});

test('keeps a symbolic link and replaces the file it points to', async () => {
  const { state, path, folder } = open();
  const real = join(folder, 'elsewhere.json');
  writeFileSync(real, '{"items":[]}');
  symlinkSync(real, path);
  await state.change(append('a'));
  expect(realpathSync(path)).toBe(realpathSync(real));
  expect(readFileSync(real, 'utf8')).toContain('"a"');
});

test.skipIf(process.platform === 'win32')('a link to an endless device is an access error', async () => {
  const { state, path } = open();
  symlinkSync('/dev/zero', path);
  await expect(state.read()).rejects.toMatchObject({ code: 'E_STORE_ACCESS' });
  await expect(state.change(append('a'))).rejects.toMatchObject({ code: 'E_STORE_ACCESS' });
  expect(state.readSync()).toEqual({ items: [] });
});
