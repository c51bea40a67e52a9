import { statSync } from 'node:fs';

/** Another text as soon as the file is another: replaced, written to, come or gone. */
export function stampOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : ABSENT;
  } catch {
    return 'unreadable';
  }
}

/** The stamp of what is not there. */
const ABSENT = 'absent';
