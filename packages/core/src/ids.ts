import { randomBytes } from 'node:crypto';

/** Ids sort by the time they were made, so that a log in file order is also in id order. */
export function createId(now: number = Date.now()): string {
  return `${now.toString(36).padStart(9, '0')}${randomBytes(5).toString('hex')}`;
}
