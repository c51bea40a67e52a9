import { createHash } from 'node:crypto';
import { cp, lstat, open, readdir, readFile, readlink, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '@molehill/core/state/files';

export function hashOfBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined where there is no readable file. */
export async function hashOfFile(path: string): Promise<string | undefined> {
  try {
    return hashOfBytes(await readFile(path));
  } catch (error) {
    if (isMissing(error) || errorCode(error) === 'EISDIR') return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
}

/** Whether a folder has an entry of exactly this name, also where the file system ignores case. */
export async function entryExists(path: string): Promise<boolean> {
  try {
    return (await readdir(dirname(path))).includes(basename(path));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether or not it exists; its folder may have become a file. */
export async function removeTree(path: string): Promise<void> {
  const isThere = await lstat(path).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
  if (isThere) await rm(path, { recursive: true, force: true });
}

/** On disk when it resolves. */
export async function writeNew(path: string, content: Buffer, mode = 0o666): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Keeps the file itself. Interrupted, it has a beginning of the new content and the rest of the old one. */
export async function writeOver(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.writeFile(content);
    await file.truncate(content.length);
    await file.sync();
  } finally {
    await file.close();
  }
}

export function isPartlyWritten(found: Buffer, before: Buffer, after: Buffer): boolean {
  let same = 0;
  while (same < found.length && found[same] === after[same]) same++;
  return found.subarray(same).equals(before.subarray(same));
}

/** The target appears complete or not at all. */
export async function copyTree(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await removeTree(part);
  try {
    await cp(from, part, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rename(part, to);
  } catch (error) {
    await removeTree(part);
    throw error;
  }
}

/** Moves within one device. An overlay file system refuses it for folders of its lower layers, which are copied. */
export async function setAside(path: string, kept: string): Promise<void> {
  try {
    await rename(path, kept);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyTree(path, kept);
    await removeTree(path);
  }
}

/** Whether everything in one tree is also in the other: what is left of it after an interrupted removal. */
export async function isPartOf(part: string, whole: string): Promise<boolean> {
  const [left, right] = await Promise.all([contentOf(part), contentOf(whole)]);
  if (left === undefined || right === undefined || left.kind !== right.kind) return false;
  if (left.kind !== 'folder') return left.content === right.content;
  for (const name of await readdir(part)) {
    if (!(await isPartOf(join(part, name), join(whole, name)))) return false;
  }
  return true;
}

async function contentOf(path: string): Promise<{ kind: string; content?: string | undefined } | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return undefined;
  if (found.isDirectory()) return { kind: 'folder' };
  if (found.isSymbolicLink()) return { kind: 'link', content: await readlink(path) };
  if (found.isFile()) return { kind: 'file', content: await hashOfFile(path) };
  return { kind: `mode ${found.mode}` };
}
