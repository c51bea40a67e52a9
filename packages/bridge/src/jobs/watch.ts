import { type FSWatcher, statSync, watch } from 'node:fs';

export interface FolderWatcher {
  /** Starts, or restarts when the folder was replaced. */
  renew(): void;
  close(): void;
}

/**
 * Reports the names that change in one folder. Not recursive: on some versions of Node a recursive watcher ends the
 * process when folders vanish. Callers also scan, because events get lost on some file systems.
 */
export function watchFolder(path: string, onName: (name: string) => void): FolderWatcher {
  let watcher: FSWatcher | undefined;
  let watched: number | undefined;
  const close = () => {
    watcher?.close();
    watcher = undefined;
    watched = undefined;
  };
  const open = () => {
    try {
      return watch(path, { persistent: false }, (_, name) => {
        if (name !== null) onName(name);
      }).on('error', close);
    } catch {
      // The limit of watchers may be reached.
      return undefined;
    }
  };
  return {
    renew() {
      const inode = statSync(path, { throwIfNoEntry: false })?.ino;
      if (inode === watched) return;
      close();
      if (inode === undefined) return;
      watcher = open();
      watched = watcher ? inode : undefined;
    },
    close,
  };
}
