import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { rememberUntilChanged } from './remember.ts';
import { temporaryFolder } from './testing/registry.ts';

function watch() {
  const path = join(temporaryFolder(), 'file');
  let loads = 0;
  const read = rememberUntilChanged([path], async () => ++loads);
  return { path, read };
}

test('what is not there is looked at once, and again when it comes and when it goes', async () => {
  const { path, read } = watch();
  expect([await read(), await read()]).toEqual([1, 1]);
  writeFileSync(path, 'a');
  expect(await read()).toBe(2);
  rmSync(path);
  expect(await read()).toBe(3);
});

test('a file replaced by another of the same size and time is seen', async () => {
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

test('a file too young to tell is read each time', async () => {
  const { path, read } = watch();
  writeFileSync(path, 'a');
  expect([await read(), await read()]).toEqual([1, 2]);
});

test('a folder may be young: what happens in it shows in its own times', async () => {
  const folder = temporaryFolder();
  let loads = 0;
  const read = rememberUntilChanged([join(folder, 'file'), folder], async () => ++loads);
  expect([await read(), await read()]).toEqual([1, 1]);
  await vi.waitFor(async () => {
    writeFileSync(join(folder, `other-${Date.now()}`), '');
    expect(await read()).toBeGreaterThan(1);
  });
});

test('what failed is tried again', async () => {
  let calls = 0;
  const read = rememberUntilChanged([], async () => {
    calls += 1;
    if (calls === 1) throw new Error('once');
    return calls;
  });
  await expect(read()).rejects.toThrow('once');
  expect(await read()).toBe(2);
});
