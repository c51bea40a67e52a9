import { createHmac } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '@molehill/core/files/regular-file';
import { stateOfProcess } from '@molehill/core/state/process-identity';
import { writeComplete } from './files.ts';
import { isTrackedByGit } from './git-index.ts';
import { readLease } from './messages.ts';

/** The job folder and the folders in it. */
type Folders = Readonly<Record<string, string>> & { readonly root: string; readonly hosts: string };

/** Proves that a process with this state directory created the job folder: a folder that came with a checkout has no such file. */
const OWNER_FILE = 'owner';
const IGNORE_FILE = '.gitignore';

/** Throws for a folder that came with the workspace: its files may be links, and its jobs may come from somebody else. */
export async function assertOwnFolder(folder: Folders, token: string): Promise<void> {
  const foreign = (await hasProof(folder, token)) ? undefined : await firstForeignEntry(folder);
  if (foreign !== undefined)
    throw new Error(`it was not created by this installation and contains ${foreign}`);
  if (isTrackedByGit(folder.root)) throw new Error('git tracks files in it');
}

/** Marks the folder as created here, and hides it from git. */
export async function markFolder({ root }: Folders, token: string): Promise<void> {
  const texts = { [IGNORE_FILE]: '*\n', [OWNER_FILE]: proofOf(root, token) };
  for (const [name, text] of Object.entries(texts)) {
    const path = join(root, name);
    if ((await readOwn(path)) !== text) await writeComplete(path, text);
  }
}

async function hasProof({ root }: Folders, token: string): Promise<boolean> {
  return (await readOwn(join(root, OWNER_FILE))) === proofOf(root, token);
}

function proofOf(root: string, token: string): string {
  return `${createHmac('sha256', token).update(`job-folder ${root}`).digest('hex')}\n`;
}

/** Undefined for a folder without content, and for one that a killed host of another installation left. */
async function firstForeignEntry(folder: Folders): Promise<string | undefined> {
  const { root, ...parts } = folder;
  const own = new Set(Object.values(parts));
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const found = await lstat(path);
    if (found.isFile() && (name === IGNORE_FILE || name === OWNER_FILE)) continue;
    if (!found.isDirectory() || !own.has(path)) return name;
    for (const inside of await readdir(path))
      if (path !== folder.hosts || !(await isLeftLease(join(path, inside)))) return `${name}/${inside}`;
  }
  return undefined;
}

async function isLeftLease(path: string): Promise<boolean> {
  const lease = await readLease(path);
  return lease !== undefined && stateOfProcess(lease) === 'gone';
}

async function readOwn(path: string): Promise<string | undefined> {
  return readRegularFile(path, { noFollow: true }).catch(() => undefined);
}
