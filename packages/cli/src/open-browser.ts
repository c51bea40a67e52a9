import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatePaths } from '@molehill/core/paths';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Only where somebody sits in front of a screen. */
function hasScreen(): boolean {
  if (!process.stdout.isTTY || process.env.CI || process.env.SSH_CONNECTION) return false;
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

/**
 * The address carries the token, and arguments of a program can be read by every user of a machine: the browser is
 * given a file that only its owner can read, and that file leads on.
 */
export function openInBrowser(page: string, paths: StatePaths): void {
  if (!hasScreen()) return;
  const file = join(paths.root, 'open.html');
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${page}">\n`, {
    mode: 0o600,
  });
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  spawn(program, [...args, file], { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref();
}
