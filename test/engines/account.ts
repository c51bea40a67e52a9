import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chown, cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The account that a server runs as: database servers refuse to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const UNPRIVILEGED = 'nobody';
const SHARED_CACHE = '/var/cache/molehill-test';

/** An unprivileged account when this process runs as root, else undefined. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === UNPRIVILEGED);
  if (!entry) throw new Error(`servers cannot run as root, and there is no account "${UNPRIVILEGED}"`);
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** Creates a folder that only the server's account can read. */
export async function makeServerFolder(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}

function openToAll(path: string): boolean {
  const readableAndEnterable = 0o005;
  const mode = statSync(path).mode;
  const open = (mode & readableAndEnterable) === readableAndEnterable;
  return open && (dirname(path) === path || openToAll(dirname(path)));
}

/** Other accounts cannot enter root's home, so programs that servers need are copied out of it. */
export async function placeFor(account: Account | undefined, folder: string, label: string): Promise<string> {
  if (!account || openToAll(folder)) return folder;
  const target = join(SHARED_CACHE, label);
  if (existsSync(target)) return target;
  const staging = `${target}.${randomUUID()}`;
  await mkdir(SHARED_CACHE, { recursive: true, mode: 0o755 });
  try {
    await cp(folder, staging, { recursive: true, verbatimSymlinks: true });
    await rename(staging, target).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return target;
}
