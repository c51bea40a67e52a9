import { type ProcessIdentity, stateOfProcess } from './process-identity.ts';

/** Who holds a lock. */
export interface Holder extends ProcessIdentity {
  readonly token: string;
  readonly at: number;
}

/** Changing a file takes milliseconds: where nothing else can be known, a lock this old is nobody's. */
const ABANDONED_AFTER_MS = 60_000;

export function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const { token, pid, host, start, at } = value as Record<string, unknown>;
  const named = typeof token === 'string' && typeof host === 'string' && typeof start === 'string';
  return named && typeof pid === 'number' && typeof at === 'number';
}

/** True when the holder can no longer finish what it locked for. */
export function isGone(holder: Holder, now: number = Date.now()): boolean {
  const state = stateOfProcess(holder);
  return state === 'unknown' ? now - holder.at > ABANDONED_AFTER_MS : state === 'gone';
}
