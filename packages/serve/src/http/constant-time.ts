import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares hashes, so that timing reveals neither content nor length. An empty secret equals nothing. */
export function equalSecrets(given: string, expected: string): boolean {
  if (expected === '') return false;
  return timingSafeEqual(hash(given), hash(expected));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
