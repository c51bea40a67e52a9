import { createHash } from 'node:crypto';

/** Does not depend on the order of keys. */
export function canonicalJson(value: unknown, indent = 0): string {
  return JSON.stringify(sorted(value), undefined, indent) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
