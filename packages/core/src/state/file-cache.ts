import { statSync } from 'node:fs';

/** A younger file may change again within the resolution of its timestamps, and with a reused inode number. */
const SETTLED_MS = 1_500;

/** Caches the result of `load` until one of the files changes, in whichever process. A rejected promise is not kept. */
export function cachedUntilChanged<T>(paths: readonly string[], load: () => T): () => T {
  let cached: { readonly signature: string; readonly value: T } | undefined;
  return () => {
    const { signature, settled } = signatureOf(paths);
    if (cached && settled && cached.signature === signature) return cached.value;
    const value = load();
    cached = { signature, value };
    if (value instanceof Promise)
      value.catch(() => {
        cached = undefined;
      });
    return value;
  };
}

/** Folders are settled at any age: an entry that is added or removed always changes their timestamps. */
function signatureOf(paths: readonly string[]): { readonly signature: string; readonly settled: boolean } {
  const stats = paths.map((path) => {
    try {
      return statSync(path, { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  });
  const signature = stats
    .map((stat) => (stat ? [stat.dev, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(':') : '-'))
    .join('|');
  const files = stats.filter((stat) => stat?.isDirectory() === false);
  const youngest = Math.max(0, ...files.map((stat) => stat?.ctimeMs ?? 0));
  return { signature, settled: Math.abs(Date.now() - youngest) > SETTLED_MS };
}
