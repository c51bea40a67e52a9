import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { onTestFinished } from 'vitest';

const run = (program: string, ...args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8' });
export const isRoot = process.geteuid?.() === 0;

/** A file system in memory of this size. */
export function smallDisk(path: string, size: string): void {
  mkdirSync(path, { recursive: true });
  const { status, stderr } = run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', path);
  if (status !== 0) throw new Error(`mount: ${stderr}`);
  onTestFinished(() => void run('umount', '-l', path));
}

export const canMount =
  process.platform === 'linux' &&
  isRoot &&
  run('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt').status === 0;

/** Makes a file or folder refuse every change until the function that it returns is called. Binds root too. */
export function freeze(path: string): () => void {
  if (!isRoot) return takeWriteRights(path);
  const { status, stderr } = run('chattr', '+i', path);
  if (status !== 0) throw new Error(`chattr: ${stderr}`);
  const thaw = () => void run('chattr', '-i', path);
  onTestFinished(thaw);
  return thaw;
}

function takeWriteRights(path: string): () => void {
  chmodSync(path, 0o555);
  const giveBack = () => chmodSync(path, 0o755);
  onTestFinished(giveBack);
  return giveBack;
}

/** For root: whether files can be made immutable here. Others need only the rights of a folder. */
export function canFreeze(): boolean {
  if (!isRoot) return process.platform !== 'win32';
  const file = join(tempFolder(), 'probe');
  writeFileSync(file, '');
  const isFrozen = run('chattr', '+i', file).status === 0;
  run('chattr', '-i', file);
  return isFrozen;
}
