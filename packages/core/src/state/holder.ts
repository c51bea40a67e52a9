import { isRecord } from '../record.ts';
import { type ProcessIdentity, stateOfProcess } from './process-identity.ts';

/** The process that holds a lock. */
export interface Holder extends ProcessIdentity {
  readonly token: string;
  readonly at: number;
}

/** A change takes milliseconds, so a lock of this age is stale when its process cannot be checked. */
const STALE_AFTER_MS = 60_000;

export function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (!isRecord(value)) return false;
  const { token, pid, host, start, at } = value;
  const named = typeof token === 'string' && typeof host === 'string' && typeof start === 'string';
  return named && typeof pid === 'number' && typeof at === 'number';
}

/** Whether the process that holds the lock no longer runs. */
export function isStale(holder: Holder, now: number = Date.now()): boolean {
  const state = stateOfProcess(holder);
  return state === 'unknown' ? now - holder.at > STALE_AFTER_MS : state === 'gone';
}
