import { randomUUID } from 'node:crypto';

/** Ids sort by creation time, so that a log in file order is also in id order. */
export function createId(now: number = Date.now()): string {
  // randomUUID caches entropy, which makes it cheaper than randomBytes.
  return `${now.toString(36).padStart(9, '0')}${randomUUID().slice(-12, -2)}`;
}
