import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatePaths } from '@molehill/core/paths';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** A browser opens only in an interactive session with a display. */
function hasDisplay(): boolean {
  if (!process.stdout.isTTY || process.env.CI || process.env.SSH_CONNECTION) return false;
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

/**
 * The URL contains the token, and every user of the machine can read the arguments of a process. So the browser opens
 * a file that only its owner can read, and that file redirects.
 */
export function openInBrowser(page: string, paths: StatePaths): void {
  if (!hasDisplay()) return;
  const file = join(paths.root, 'open.html');
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${page}">\n`, {
    mode: 0o600,
  });
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  spawn(program, [...args, file], { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref();
}
