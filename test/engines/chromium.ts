import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { engineMissing, reportEngine } from './report.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const HOW_TO_GET = 'no Chromium on this machine; `sudo apt-get install chromium` adds one';

function findInPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}

/** System packages are installed only in CI, as root. */
function installOnBuildMachine(): void {
  if (process.env.CI !== 'true' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const options = { stdio: 'ignore', timeout: 8 * 60_000 } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
}

/** Path of the browser, or undefined where there is none and none is required. */
export function chromium(): string | undefined {
  if (!findInPath()) installOnBuildMachine();
  const path = findInPath();
  if (!path) return engineMissing('chromium', HOW_TO_GET);
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  reportEngine({ engine: 'chromium', state: 'used', detail: version });
  return path;
}

/** Without these flags the browser contacts its vendor at every start. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];
