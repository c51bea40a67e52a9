import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
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

/** Makes a folder, or for root also a file, refuse every change until the function that it returns is called. */
export function freeze(path: string, workspace: string): () => void {
  const { status, stderr } = isRoot ? run('chattr', '+i', path) : run('chmod', 'a-w', path);
  if (status !== 0) throw new Error(stderr);
  const thaw = () =>
    void (isRoot ? run('chattr', '-R', '-i', workspace) : run('chmod', '-R', 'u+w', workspace));
  onTestFinished(thaw);
  return thaw;
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
