import { chmod, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@molehill/core/errors';
import { errorCode } from '@molehill/core/state/files';
import { bridgeErrors } from '../errors.ts';

/** Where things are below `.vsc-bridge`. */
export interface JobFolder {
  readonly root: string;
  /** `<hostId>.json`, rewritten as a sign of life. */
  readonly hosts: string;
  /** Jobs being built. */
  readonly tmp: string;
  /** `<jobId>/`: handed over as a whole, answered in place. */
  readonly execute: string;
  /** `<jobId>`: a client wants it stopped. The host watches this. */
  readonly cancel: string;
  /** `<jobId>`: there is news in the job's folder. Clients watch this. */
  readonly bell: string;
  /** Finished jobs on their way out. */
  readonly trash: string;
  /** Jobs during which a host died, for a person to look at. */
  readonly quarantine: string;
}

const ROOMS = ['hosts', 'tmp', 'execute', 'cancel', 'bell', 'trash', 'quarantine'] as const;
const JOB_ID = /^[0-9a-z]{12,40}$/;

/** Also keeps out whatever else lies in the folder, and every name that would lead out of it. */
export function isJobId(name: string): boolean {
  return JOB_ID.test(name);
}

export function jobFolderOf(workspace: string): JobFolder {
  const root = join(workspace, '.vsc-bridge');
  const at = (room: (typeof ROOMS)[number]) => join(root, room);
  return {
    root,
    hosts: at('hosts'),
    tmp: at('tmp'),
    execute: at('execute'),
    cancel: at('cancel'),
    bell: at('bell'),
    trash: at('trash'),
    quarantine: at('quarantine'),
  };
}

/** The host's part: makes what is missing. */
export async function prepareJobFolder(workspace: string): Promise<JobFolder> {
  const folder = jobFolderOf(workspace);
  try {
    for (const path of allOf(folder)) {
      await mkdir(path, { mode: 0o700 }).catch(unlessThere);
      await assertOurs(path);
      await chmod(path, 0o700);
    }
    await keepOutOfGit(folder);
  } catch (error) {
    throw folderError(folder.root, error);
  }
  return folder;
}

/** The client's part: uses what a host has made, and nothing where there has never been one. */
export async function findJobFolder(workspace: string): Promise<JobFolder | undefined> {
  const folder = jobFolderOf(workspace);
  try {
    // The root first: behind a link the rooms may be missing, and that would pass for a folder nobody has made.
    await assertOurs(folder.root);
    await Promise.all(allOf(folder).map(assertOurs));
    return folder;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw folderError(folder.root, error);
  }
}

function allOf(folder: JobFolder): readonly string[] {
  return [folder.root, ...ROOMS.map((room) => folder[room])];
}

/** A workspace may come from anywhere, with a link in it that leads somewhere else. */
async function assertOurs(path: string): Promise<void> {
  const found = await lstat(path);
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
  const me = process.getuid?.();
  if (me !== undefined && found.uid !== me) throw new Error(`${path} belongs to another user`);
}

async function keepOutOfGit({ root }: JobFolder): Promise<void> {
  const path = join(root, '.gitignore');
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text !== '*\n') await writeFile(path, '*\n', { mode: 0o600 });
}

function unlessThere(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

export function folderError(path: string, cause: unknown) {
  const reason = messageOf(cause);
  return bridgeErrors.fail('E_JOB_FOLDER', `The job folder ${path} cannot be used: ${reason}`, {
    cause,
    details: { path, reason: errorCode(cause) ?? 'unusable' },
  });
}
