import { statSync } from 'node:fs';

/** Younger than this, a file may change again without its times showing it. A folder has no text of its own that could. */
const SETTLED_MS = 1_500;

/** Calls `load` again only when one of the files has changed since, in whatever process. */
export function rememberUntilChanged<T>(paths: readonly string[], load: () => Promise<T>): () => Promise<T> {
  let last: { readonly signature: string; readonly value: Promise<T> } | undefined;
  return () => {
    const { signature, settled } = look(paths);
    if (last && settled && last.signature === signature) return last.value;
    const value = load();
    last = { signature, value };
    value.catch(() => {
      last = undefined;
    });
    return value;
  };
}

function look(paths: readonly string[]): { readonly signature: string; readonly settled: boolean } {
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
