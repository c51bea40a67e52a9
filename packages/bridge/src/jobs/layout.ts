import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@molehill/core/errors';
import { errorCode } from '@molehill/core/state/files';
import { bridgeErrors } from '../errors.ts';
import { ROOT_NAME } from './files.ts';
import { assertOwnFolder, markFolder } from './ownership.ts';

/** Rejects every name that would lead out of the folder. */
export function isJobId(name: string): boolean {
  return /^[0-9a-z]{12,40}$/.test(name);
}

/** README.md describes each folder. */
export function jobFolderOf(workspace: string) {
  const root = join(workspace, ROOT_NAME);
  return {
    root,
    hosts: join(root, 'hosts'),
    tmp: join(root, 'tmp'),
    execute: join(root, 'execute'),
    cancel: join(root, 'cancel'),
    notify: join(root, 'notify'),
    trash: join(root, 'trash'),
    quarantine: join(root, 'quarantine'),
  } as const;
}

export type JobFolder = ReturnType<typeof jobFolderOf>;

/** The host's side: creates what is missing. The token shows later that this installation created it. */
export async function prepareJobFolder(workspace: string, token: string): Promise<JobFolder> {
  const folder = jobFolderOf(workspace);
  try {
    await makeFolder(folder.root);
    await assertOwnFolder(folder, token);
    for (const path of Object.values(folder)) await makeFolder(path);
    await markFolder(folder, token);
  } catch (error) {
    throw folderError(folder.root, error);
  }
  return folder;
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(ignoreExisting);
  await assertOwned(path);
  if (process.platform === 'win32') return;
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  await folder.chmod(0o700).finally(() => folder.close());
}

/** The client's side: undefined where no host has created the folder. */
export async function findJobFolder(workspace: string): Promise<JobFolder | undefined> {
  const folder = jobFolderOf(workspace);
  try {
    // The root first: subfolders of a symbolic link may be missing, which would look like a missing folder.
    await assertOwned(folder.root);
    await Promise.all(Object.values(folder).map(assertOwned));
    return folder;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw folderError(folder.root, error);
  }
}

/** A workspace from an untrusted source may contain a symbolic link that leads elsewhere. */
async function assertOwned(path: string): Promise<void> {
  const found = await lstat(path);
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
  const uid = process.getuid?.();
  if (uid !== undefined && found.uid !== uid) throw new Error(`${path} belongs to another user`);
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

export function folderError(path: string, cause: unknown) {
  const reason = messageOf(cause);
  return bridgeErrors.fail('E_JOB_FOLDER', `The job folder ${path} cannot be used: ${reason}`, {
    cause,
    details: { path, reason: errorCode(cause) ?? 'unusable' },
  });
}
