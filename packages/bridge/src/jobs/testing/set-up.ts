import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { thisProcess } from '@molehill/core/state/process-identity';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished } from 'vitest';
import { answerOf } from '../../testing/answers.ts';
import { JobClient } from '../client.ts';
import { serveJobs } from '../host.ts';
import { type JobFolder, jobFolderOf, prepareJobFolder } from '../layout.ts';
import { type HostLease, writeCommand, writeLease } from '../messages.ts';
import type { CallJob } from '../running-job.ts';
import type { JobTiming } from '../timing.ts';
import { TOKEN } from './token.ts';

/** Short intervals; no test asserts their length. */
const timing: Partial<JobTiming> = {
  scanMs: 20,
  heartbeatMs: 20,
  hostCheckMs: 10,
  graceMs: 200,
  closeMs: 50,
};

export function setUp() {
  const workspace = tempFolder();
  const folder = jobFolderOf(workspace);
  const serve = async (call: CallJob, more: Partial<JobTiming> = {}) => {
    const options = { workspace, token: TOKEN, log: silentLog, call, timing: { ...timing, ...more } };
    const host = await serveJobs(options);
    onTestFinished(() => host.close());
    return host;
  };
  const connect = (more: Partial<JobTiming> = {}, identity: { name?: string; session?: string } = {}) => {
    const client = new JobClient({ workspace, name: 'test', ...identity, timing: { ...timing, ...more } });
    onTestFinished(() => client.close());
    return client;
  };
  return { workspace, folder, serve, connect };
}

export const echo: CallJob = async ({ input }) => answerOf(input);
export const call = { tool: 'echo', input: { text: 'hi' } };

export function leftoversIn({ execute, tmp, trash, notify, cancel }: JobFolder): string[] {
  return [execute, tmp, trash, notify, cancel].flatMap((folder) => readdirSync(folder));
}

export const expectEmpty = (folder: JobFolder) => expect.poll(() => leftoversIn(folder)).toEqual([]);

export function deferred() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { resolve, promise };
}

/** A job as a client submits it. */
export async function createJob(folder: JobFolder, id: string, more: { at?: number; dead?: boolean } = {}) {
  const job = join(folder.execute, id);
  mkdirSync(job);
  const client = { name: 'absent', ...(more.dead ? deadProcess() : thisProcess()) };
  await writeCommand(job, { id, tool: 'echo', at: more.at ?? Date.now(), pickupMs: 5_000, client }, {});
  return job;
}

export const ID = '0mabcdefg0123456789';

/** The lease of a live host by default. */
export function leaseOf(hostId: string, more: Partial<HostLease> = {}): HostLease {
  const now = Date.now();
  return { hostId, ...thisProcess(), version: '1', since: now, at: now, ...more };
}

export function deadProcess() {
  return { ...thisProcess(), pid: spawnSync(process.execPath, ['-e', '']).pid, start: '' };
}

/** A live host that claims no jobs. */
export async function idleHost(workspace: string): Promise<JobFolder> {
  const folder = await prepareJobFolder(workspace, TOKEN);
  await writeLease(join(folder.hosts, 'idle.json'), leaseOf('idle'));
  return folder;
}
