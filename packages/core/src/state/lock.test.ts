import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { isGone } from './holder.ts';
import { withLock } from './lock.ts';
import { thisProcess } from './process-identity.ts';

const lockIn = (folder: string) => join(folder, 'store.lock');
const here = () => ({ ...thisProcess(), at: Date.now() });
const dead = { ...here(), pid: deadPid(), start: '' };

/** The number of a process that was and is no more. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('of many at once one works at a time, and nothing is left behind', async () => {
  const folder = tempFolder();
  let [inside, most, done] = [0, 0, 0];
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 1));
    inside--;
    done++;
  };
  await Promise.all(
    Array.from({ length: 12 }, () => withLock({ path: lockIn(folder), waitMs: 60_000 }, work)),
  );
  expect({ most, done, left: readdirSync(folder) }).toEqual({ most: 1, done: 12, left: [] });
});

test('the lock of a dead process is taken over', async () => {
  const folder = tempFolder();
  writeFileSync(lockIn(folder), JSON.stringify({ ...dead, token: 't1' }));
  await expect(
    withLock({ path: lockIn(folder) }, async (lock) => lock.assertHeld()),
  ).resolves.toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('so is one whose taking over was itself cut short, twice', async () => {
  const folder = tempFolder();
  writeFileSync(lockIn(folder), JSON.stringify({ ...dead, token: 't1' }));
  writeFileSync(`${lockIn(folder)}.t1`, JSON.stringify({ ...dead, token: 't2' }));
  writeFileSync(`${lockIn(folder)}.t1.t2`, JSON.stringify({ ...dead, token: 't3' }));
  await expect(withLock({ path: lockIn(folder) }, async () => 'done')).resolves.toBe('done');
  expect(existsSync(lockIn(folder))).toBe(false);
});

test('many who find the same dead lock still work one at a time', async () => {
  const folder = tempFolder();
  let [inside, most] = [0, 0];
  for (let round = 0; round < 20; round++) {
    writeFileSync(lockIn(folder), JSON.stringify({ ...dead, token: `t${round}` }));
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.all(
      Array.from({ length: 5 }, () => withLock({ path: lockIn(folder), waitMs: 60_000 }, work)),
    );
  }
  expect(most).toBe(1);
});

test('a live holder is waited for, but not for ever, and is named', async () => {
  const folder = tempFolder();
  writeFileSync(lockIn(folder), JSON.stringify({ ...here(), token: 'mine' }));
  const attempt = withLock({ path: lockIn(folder), waitMs: 30 }, async () => 'never');
  await expect(attempt).rejects.toMatchObject({
    code: 'E_STORE_LOCKED',
    retryable: true,
    message: expect.stringContaining(`Process ${process.pid} on ${hostname()}`),
  });
  expect(readdirSync(folder)).toEqual(['store.lock']);
  expect(readFileSync(lockIn(folder), 'utf8')).toContain('mine');
});

test('what is no lock at all is respected while it is young and removed when it is old', async () => {
  const folder = tempFolder();
  writeFileSync(lockIn(folder), '');
  const attempt = () => withLock({ path: lockIn(folder), waitMs: 30 }, async () => 'done');
  await expect(attempt()).rejects.toMatchObject({ code: 'E_STORE_LOCKED' });
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(lockIn(folder), longAgo, longAgo);
  await expect(attempt()).resolves.toBe('done');
});

test('who was taken for dead can tell', async () => {
  const folder = tempFolder();
  await withLock({ path: lockIn(folder) }, async (lock) => {
    writeFileSync(lockIn(folder), JSON.stringify({ ...here(), token: 'another' }));
    await expect(lock.assertHeld()).rejects.toMatchObject({ code: 'E_STORE_LOCKED' });
  });
  expect(readFileSync(lockIn(folder), 'utf8')).toContain('another');
});

test('what fails inside releases the lock', async () => {
  const folder = tempFolder();
  const failing = withLock({ path: lockIn(folder) }, () => Promise.reject(new Error('inside')));
  await expect(failing).rejects.toThrow('inside');
  expect(readdirSync(folder)).toEqual([]);
});

test('a holder is gone when its process is, or when another has its number', () => {
  const me = { ...here(), token: 't' };
  expect(isGone(me)).toBe(false);
  expect(isGone({ ...me, pid: dead.pid })).toBe(true);
  if (process.platform === 'linux') expect(isGone({ ...me, start: '1' })).toBe(true);
});

test('of a holder on another machine only the age is known', () => {
  const far = { ...here(), token: 't', host: 'elsewhere.test', pid: dead.pid };
  expect(isGone(far, far.at + 1_000)).toBe(false);
  expect(isGone(far, far.at + 120_000)).toBe(true);
});
