import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { isStale } from './holder.ts';
import { withLock } from './lock.ts';
import { thisProcess } from './process-identity.ts';

const lockIn = (folder: string) => join(folder, 'store.lock');
const here = () => ({ ...thisProcess(), at: Date.now() });
const dead = { ...here(), pid: deadPid(), start: '' };

/** The pid of a process that has exited. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('admits one holder at a time and leaves no files', async () => {
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

test('takes over the lock of a dead process', async () => {
  const folder = tempFolder();
  writeFileSync(lockIn(folder), JSON.stringify({ ...dead, token: 't1' }));
  await expect(
    withLock({ path: lockIn(folder) }, async (lock) => lock.assertHeld()),
  ).resolves.toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('takes over a lock whose takeover was interrupted twice', async () => {
  const folder = tempFolder();
  writeFileSync(lockIn(folder), JSON.stringify({ ...dead, token: 't1' }));
  writeFileSync(`${lockIn(folder)}.t1`, JSON.stringify({ ...dead, token: 't2' }));
  writeFileSync(`${lockIn(folder)}.t1.t2`, JSON.stringify({ ...dead, token: 't3' }));
  await expect(withLock({ path: lockIn(folder) }, async () => 'done')).resolves.toBe('done');
  expect(existsSync(lockIn(folder))).toBe(false);
});

test('admits one holder at a time when many find the same stale lock', async () => {
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

test('waits for a live holder up to the limit and names it in the error', async () => {
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

test('respects an unreadable lock file while it is new and removes it when it is old', async () => {
  const folder = tempFolder();
  writeFileSync(lockIn(folder), '');
  const attempt = () => withLock({ path: lockIn(folder), waitMs: 30 }, async () => 'done');
  await expect(attempt()).rejects.toMatchObject({ code: 'E_STORE_LOCKED' });
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(lockIn(folder), longAgo, longAgo);
  await expect(attempt()).resolves.toBe('done');
});

test('assertHeld rejects after another process took over the lock', async () => {
  const folder = tempFolder();
  await withLock({ path: lockIn(folder) }, async (lock) => {
    writeFileSync(lockIn(folder), JSON.stringify({ ...here(), token: 'another' }));
    await expect(lock.assertHeld()).rejects.toMatchObject({ code: 'E_STORE_LOCKED' });
  });
  expect(readFileSync(lockIn(folder), 'utf8')).toContain('another');
});

test('releases the lock when the work fails', async () => {
  const folder = tempFolder();
  const failing = withLock({ path: lockIn(folder) }, () => Promise.reject(new Error('inside')));
  await expect(failing).rejects.toThrow('inside');
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock is stale when its process is gone or its pid was reused', () => {
  const me = { ...here(), token: 't' };
  expect(isStale(me)).toBe(false);
  expect(isStale({ ...me, pid: dead.pid })).toBe(true);
  if (process.platform === 'linux') expect(isStale({ ...me, start: '1' })).toBe(true);
});

test('a lock of another host becomes stale by age only', () => {
  const far = { ...here(), token: 't', host: 'elsewhere.test', pid: dead.pid };
  expect(isStale(far, far.at + 1_000)).toBe(false);
  expect(isStale(far, far.at + 120_000)).toBe(true);
});
