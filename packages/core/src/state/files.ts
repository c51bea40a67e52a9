import { constants } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK', 'EXDEV']);

/** Creates a hard link, or a copy where the file system has no links. Fails when `to` exists. */
export async function placeNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_LINKS.has(errorCode(error) ?? '')) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

export interface ReplaceOptions {
  /** Default: readable and writable for the owner only. */
  readonly mode?: number | undefined;
  /** Called last before the rename; when it throws, nothing has changed. */
  readonly beforeRename?: () => Promise<void>;
}

/** Atomic: at every moment, and after a power cut, the file has the old text or the new one. */
export async function replaceFile(
  path: string,
  text: string,
  { mode = 0o600, beforeRename }: ReplaceOptions = {},
): Promise<void> {
  const staging = `${path}.${process.pid}.tmp`;
  await rm(staging, { force: true });
  try {
    await writeThrough(staging, text, mode);
    await beforeRename?.();
    await rename(staging, path);
  } catch (error) {
    await rm(staging, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

async function writeThrough(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes the rename itself, where the platform can. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows cannot open folders.
  }
}

/** Files in the same folder whose names are the name of `path` plus a matching suffix. */
export async function filesBeside(path: string, suffix: RegExp): Promise<string[]> {
  const [folder, name] = [dirname(path), basename(path)];
  const entries = await readdir(folder).catch(() => []);
  const found = entries.filter((entry) => entry.startsWith(name) && suffix.test(entry.slice(name.length)));
  return found.sort().map((entry) => join(folder, entry));
}

export async function removeOlderThan(path: string, ageMs: number): Promise<void> {
  const modified = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  if (Date.now() - modified > ageMs) await rm(path, { force: true });
}
