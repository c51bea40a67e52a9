import { statSync } from 'node:fs';

/** Changes when the file is created, removed, replaced or written to. */
export function stampOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : ABSENT;
  } catch {
    return 'unreadable';
  }
}

/** The stamp of a missing file. */
const ABSENT = 'absent';
