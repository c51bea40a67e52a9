import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createId } from '@molehill/core/ids';
import { type Log, silentLog } from '@molehill/core/log';
import { ensureStateDirectory } from '@molehill/core/paths';
import { thisProcess } from '@molehill/core/state/process-identity';
import { canonicalRoot } from '../ports/roots.ts';
import { chooseWindow, type Wanted } from './choose.ts';
import { HEARTBEAT_MS, readRecords, type WindowRecord, windowsFolder, writeRecord } from './record.ts';

export type { WindowRecord };

/** A window's description of itself; updated when folders are opened and closed. */
export interface WindowDescription extends Pick<WindowRecord, 'port' | 'tokenFile' | 'version' | 'kind'> {
  readonly folders: readonly string[];
}

interface WindowsOptions {
  readonly log?: Log;
  readonly heartbeatMs?: number;
}

/** The open windows of all processes that share a state directory. */
export function openWindows(stateRoot: string, options: WindowsOptions = {}) {
  const { log = silentLog, heartbeatMs = HEARTBEAT_MS } = options;
  return {
    list: (): Promise<readonly WindowRecord[]> => readRecords(stateRoot),

    /** E_AMBIGUOUS_WINDOW when several match equally well, E_BRIDGE_UNAVAILABLE when none does. */
    choose: async (wanted: Wanted) => chooseWindow(await readRecords(stateRoot), wanted),

    /** Registers this process with a heartbeat until `unregister`. */
    async register(first: WindowDescription) {
      ensureStateDirectory(stateRoot);
      const id = createId();
      let current = await recordOf(id, first);
      let writing: Promise<void> = Promise.resolve();
      const write = () => {
        const next = () => writeRecord(stateRoot, { ...current, heartbeat: Date.now() });
        writing = writing.then(next, next);
        return writing;
      };
      await write();
      const heartbeat = () =>
        write().catch((error: unknown) => log.warn({ err: error }, 'a heartbeat could not be written'));
      const timer = setInterval(heartbeat, heartbeatMs).unref();
      return {
        id,
        update: async (description: WindowDescription) => {
          current = await recordOf(id, description);
          await write();
        },
        unregister: async () => {
          clearInterval(timer);
          await writing.catch(() => {});
          await rm(join(windowsFolder(stateRoot), `${id}.json`), { force: true });
        },
      };
    },
  };
}

async function recordOf(id: string, description: WindowDescription): Promise<WindowRecord> {
  const folders = await Promise.all(description.folders.map(canonicalRoot));
  return { id, ...thisProcess(), ...description, folders, heartbeat: Date.now() };
}
