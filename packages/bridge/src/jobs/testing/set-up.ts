import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { thisProcess } from '@molehill/core/state/process-identity';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished } from 'vitest';
import { answerOf } from '../../testing/answers.ts';
import { type CallJob, createJobClient, type JobTiming, serveJobs } from '../jobs.ts';
import { type JobFolder, jobFolderOf, prepareJobFolder } from '../layout.ts';
import { type HostCard, writeCard, writeCommand } from '../messages.ts';

/** Short, so that what comes at its time comes soon; how soon, no test asks. */
const timing: Partial<JobTiming> = {
  scanMs: 20,
  heartbeatMs: 20,
  firstLookMs: 10,
  graceMs: 200,
  closeMs: 50,
};

export function setUp() {
  const workspace = tempFolder();
  const folder = jobFolderOf(workspace);
  const serve = async (call: CallJob, more: Partial<JobTiming> = {}) => {
    const host = await serveJobs({ workspace, log: silentLog, call, timing: { ...timing, ...more } });
    onTestFinished(() => host.close());
    return host;
  };
  const connect = (more: Partial<JobTiming> = {}) => {
    const client = createJobClient({ workspace, name: 'test', timing: { ...timing, ...more } });
    onTestFinished(() => client.close());
    return client;
  };
  return { workspace, folder, serve, connect };
}

export const echo: CallJob = async ({ input }) => answerOf(input);
export const call = { tool: 'echo', input: { text: 'hi' } };
export const nothingLeft = (folder: JobFolder) =>
  expect
    .poll(() =>
      [folder.execute, folder.tmp, folder.trash, folder.bell, folder.cancel].flatMap((room) =>
        readdirSync(room),
      ),
    )
    .toEqual([]);

/** A promise and what settles it. */
export function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A job as a client would hand it over, and then be no more. */
export async function plant(folder: JobFolder, id: string, more: { at?: number; dead?: boolean } = {}) {
  const job = join(folder.execute, id);
  mkdirSync(job);
  const client = { name: 'planted', ...(more.dead ? deadProcess() : thisProcess()) };
  await writeCommand(job, { id, tool: 'echo', at: more.at ?? Date.now(), pickupMs: 5_000, client }, {});
  return job;
}

export const ID = '0mabcdefg0123456789';

/** The card of a host, alive unless told otherwise. */
export function cardOf(hostId: string, more: Partial<HostCard> = {}): HostCard {
  const now = Date.now();
  return { hostId, ...thisProcess(), version: '1', since: now, at: now, ...more };
}

export function deadProcess() {
  return { ...thisProcess(), pid: spawnSync(process.execPath, ['-e', '']).pid, start: '' };
}

/** A host that is there and does nothing. */
export async function idleHost(workspace: string): Promise<JobFolder> {
  const folder = await prepareJobFolder(workspace);
  await writeCard(join(folder.hosts, 'idle.json'), cardOf('idle'));
  return folder;
}
