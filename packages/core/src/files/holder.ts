import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock. */
export interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  /** When the process began, as the system counts it; tells it from a later one with the same number. */
  readonly start: string;
  readonly at: number;
}

/** Changing a file takes milliseconds: where nothing else can be known, a lock this old is nobody's. */
const ABANDONED_AFTER_MS = 60_000;

export function thisProcess(): Omit<Holder, 'token'> {
  return { pid: process.pid, host: hostname(), start: startOf(process.pid) ?? '', at: Date.now() };
}

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
  if (holder.host !== hostname()) return now - holder.at > ABANDONED_AFTER_MS;
  if (!exists(holder.pid)) return true;
  const start = startOf(holder.pid);
  if (start !== undefined && holder.start !== '') return start !== holder.start;
  return now - holder.at > ABANDONED_AFTER_MS;
}

function exists(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Nothing where the system does not tell; another text for a process that is dead and only not yet buried. */
function startOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [state, start] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' ? 'dead' : start;
  } catch {
    return undefined;
  }
}
