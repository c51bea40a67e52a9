import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createId } from '@molehill/core/ids';
import { type Log, silentLog } from '@molehill/core/log';
import { ensureStateDirectory } from '@molehill/core/paths';
import { thisProcess } from '@molehill/core/state/process-identity';
import { canonicalRoot } from '../ports/roots.ts';
import { chooseWindow, type Wanted } from './choose.ts';
import { HEARTBEAT_MS, readRecords, type WindowRecord, windowsFolder, writeRecord } from './record.ts';

export type { Wanted, WindowRecord };

/** A window's description of itself; updated when folders are opened and closed. */
export interface WindowDescription extends Pick<WindowRecord, 'port' | 'tokenFile' | 'version' | 'kind'> {
  readonly folders: readonly string[];
}

export interface RegisteredWindow {
  readonly id: string;
  update(description: WindowDescription): Promise<void>;
  unregister(): Promise<void>;
}

/** The open windows of all processes that share a state directory. */
export interface Windows {
  /** Registers this process with a heartbeat until `unregister`. */
  register(description: WindowDescription): Promise<RegisteredWindow>;
  list(): Promise<readonly WindowRecord[]>;
  /** E_AMBIGUOUS_WINDOW when several match equally well, E_BRIDGE_UNAVAILABLE when none does. */
  choose(wanted: Wanted): Promise<WindowRecord>;
}

export interface WindowsOptions {
  readonly log?: Log;
  readonly heartbeatMs?: number;
}

export function openWindows(stateRoot: string, options: WindowsOptions = {}): Windows {
  return {
    register: (description) => register(stateRoot, description, options),
    list: () => readRecords(stateRoot),
    choose: async (wanted) => chooseWindow(await readRecords(stateRoot), wanted),
  };
}

async function register(
  stateRoot: string,
  first: WindowDescription,
  { log = silentLog, heartbeatMs = HEARTBEAT_MS }: WindowsOptions,
): Promise<RegisteredWindow> {
  ensureStateDirectory(stateRoot);
  const id = createId();
  let current = await recordOf(id, first);
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    writing = writing
      .catch(() => {})
      .then(() => writeRecord(stateRoot, { ...current, heartbeat: Date.now() }));
    return writing;
  };
  await write();
  const heartbeat = () =>
    write().catch((error: unknown) => log.warn({ err: error }, 'a heartbeat could not be written'));
  const timer = setInterval(heartbeat, heartbeatMs).unref();
  return {
    id,
    update: async (description) => {
      current = await recordOf(id, description);
      await write();
    },
    unregister: async () => {
      clearInterval(timer);
      await writing.catch(() => {});
      await rm(join(windowsFolder(stateRoot), `${id}.json`), { force: true });
    },
  };
}

async function recordOf(id: string, description: WindowDescription): Promise<WindowRecord> {
  const folders = await Promise.all(description.folders.map(canonicalRoot));
  return { id, ...thisProcess(), ...description, folders, heartbeat: Date.now() };
}
