import { randomUUID } from 'node:crypto';

/** Ids sort by the time they were made, so that a log in file order is also in id order. */
export function createId(now: number = Date.now()): string {
  // Drawn from a UUID because the system is asked for randomness only once for many of them.
  return `${now.toString(36).padStart(9, '0')}${randomUUID().slice(-12, -2)}`;
}
