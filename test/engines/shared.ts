import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accepts, meetingPlace } from './daemon.ts';
import type { RunningServer, ServerAddress } from './server.ts';

/**
 * Test files run in separate processes, all children of the test runner. The first that needs a server starts it, the
 * others find it in a file, and it ends with the runner.
 */
const owner = process.ppid;
const WAIT_MS = 50;

async function readAddress(file: string): Promise<ServerAddress | undefined> {
  try {
    const address = JSON.parse(await readFile(file, 'utf8')) as ServerAddress;
    return (await accepts(address.port)) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this process holds the start lock; a lock of a dead process is stale. */
async function claim(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch {
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function publish(file: string, address: ServerAddress): Promise<ServerAddress> {
  const { host, port, user, password, version } = address;
  const shown = { host, port, user, password, version };
  await writeFile(`${file}.new`, JSON.stringify(shown));
  await rename(`${file}.new`, file);
  return shown;
}

/** One server for all test files of a run. Tests that must stop a server start a separate one. */
export async function shareServer(
  name: string,
  start: (owner: number) => Promise<RunningServer | undefined>,
): Promise<ServerAddress | undefined> {
  const folder = meetingPlace(owner);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  const lock = join(folder, `${name}.lock`);
  for (;;) {
    const found = await readAddress(file);
    if (found) return found;
    if (!(await claim(lock))) {
      await delay(WAIT_MS);
      continue;
    }
    try {
      const already = await readAddress(file);
      if (already) return already;
      const server = await start(owner);
      return server && (await publish(file, server));
    } finally {
      await rm(lock, { force: true });
    }
  }
}
