import { type BigIntStats, statSync } from 'node:fs';

/** Changes when a file is written or replaced. Empty where there is none. */
export function stampOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? stampFrom(stat) : '';
}

export function stampFrom({ mtimeNs, ctimeNs, size, ino }: BigIntStats): string {
  return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
}
