import { type FSWatcher, statSync, watch } from 'node:fs';

export interface Watching {
  /** Watches anew when the folder is no longer the one that is watched. */
  renew(): void;
  close(): void;
}

/**
 * Tells the names that change in one folder, not below it: recursive watches end the process on some versions of Node
 * when folders vanish. Events get lost on some file systems, so whoever watches also looks by itself.
 */
export function watchFolder(path: string, onName: (name: string) => void): Watching {
  let watcher: FSWatcher | undefined;
  let watched: number | undefined;
  const stop = () => {
    watcher?.close();
    watcher = undefined;
    watched = undefined;
  };
  return {
    renew() {
      const inode = statSync(path, { throwIfNoEntry: false })?.ino;
      if (inode === watched) return;
      stop();
      if (inode === undefined) return;
      watcher = open(path, onName, stop);
      watched = watcher ? inode : undefined;
    },
    close: stop,
  };
}

/** Nothing where no watch can be had, as when too many are in use. */
function open(path: string, onName: (name: string) => void, onError: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, (_, name) => {
      if (name !== null) onName(name);
    });
    return watcher.on('error', onError);
  } catch {
    return undefined;
  }
}
