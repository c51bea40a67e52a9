import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { cachedUntilChanged } from './file-cache.ts';

function watch() {
  const path = join(tempFolder(), 'file');
  let loads = 0;
  const read = cachedUntilChanged([path], async () => ++loads);
  return { path, read };
}

test('caches that a file is missing, and loads again when it appears and disappears', async () => {
  const { path, read } = watch();
  expect([await read(), await read()]).toEqual([1, 1]);
  writeFileSync(path, 'a');
  expect(await read()).toBe(2);
  rmSync(path);
  expect(await read()).toBe(3);
});

test('loads again when a file is replaced by one of the same size and modification time', async () => {
  const { path, read } = watch();
  const time = new Date(1_700_000_000_000);
  writeFileSync(path, 'aa');
  utimesSync(path, time, time);
  await read();
  writeFileSync(`${path}.new`, 'bb');
  utimesSync(`${path}.new`, time, time);
  renameSync(`${path}.new`, path);
  expect(await read()).toBe(2);
});

test('does not cache a file that was modified a moment ago', async () => {
  const { path, read } = watch();
  writeFileSync(path, 'a');
  expect([await read(), await read()]).toEqual([1, 2]);
});

test('caches a folder that was modified a moment ago, until an entry is added', async () => {
  const folder = tempFolder();
  let loads = 0;
  const read = cachedUntilChanged([join(folder, 'file'), folder], async () => ++loads);
  expect([await read(), await read()]).toEqual([1, 1]);
  await vi.waitFor(async () => {
    writeFileSync(join(folder, `other-${Date.now()}`), '');
    expect(await read()).toBeGreaterThan(1);
  });
});

test('loads again after a rejected promise', async () => {
  let calls = 0;
  const read = cachedUntilChanged([], async () => {
    calls += 1;
    if (calls === 1) throw new Error('once');
    return calls;
  });
  await expect(read()).rejects.toThrow('once');
  expect(await read()).toBe(2);
});
