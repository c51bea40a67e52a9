import { readFileSync } from 'node:fs';

/** Resident memory of a process in bytes. Undefined where the system does not tell. */
export function rssOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB/m.exec(status) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
