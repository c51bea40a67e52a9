import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '@molehill/core/errors';
import { createId } from '@molehill/core/ids';
import type { Log } from '@molehill/core/log';
import { thisProcess } from '@molehill/core/state/process-identity';
import { bridgeErrors } from '../errors.ts';
import { claim, leasePath } from './claims.ts';
import { maintainJob, removeLeftovers } from './cleanup.ts';
import { listJob } from './completion.ts';
import {
  findJobFolder,
  folderError,
  isJobId,
  type JobFolder,
  jobFolderOf,
  prepareJobFolder,
} from './layout.ts';
import { writeLease } from './messages.ts';
import { type CallJob, RunningJob } from './running-job.ts';
import { Semaphore } from './semaphore.ts';
import { defaultTiming, type JobTiming } from './timing.ts';
import { type FolderWatcher, watchFolder } from './watch.ts';

export interface HostOptions {
  readonly workspace: string;
  /** The secret of this installation: a job folder that was created without it is not used. */
  readonly token: string;
  readonly log: Log;
  readonly call: CallJob;
  readonly version?: string;
  readonly timing?: Partial<JobTiming>;
}

const IN_FLIGHT = { permits: 10, maxQueued: 100 };

/** Serves the jobs of the workspace's job folder until it is closed. */
export async function serveJobs(options: HostOptions): Promise<JobHost> {
  const host = new JobHost(options);
  await host.start();
  return host;
}

export class JobHost {
  readonly #id = createId();
  readonly #since = Date.now();
  readonly #options: HostOptions;
  readonly #folder: JobFolder;
  readonly #timing: JobTiming;
  readonly #semaphore = new Semaphore(IN_FLIGHT);
  /** The jobs that this host claimed. */
  readonly #running = new Map<string, RunningJob>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #watchers: readonly FolderWatcher[];
  readonly #timers: NodeJS.Timeout[] = [];
  #scanning: Promise<void> | undefined;
  #closed = false;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    this.#folder = jobFolderOf(options.workspace);
    this.#watchers = [
      watchFolder(this.#folder.execute, (id) => this.#accept(id)),
      watchFolder(this.#folder.cancel, (id) => this.#cancel(id)),
    ];
  }

  async start(): Promise<void> {
    await this.#prepare();
    await this.#scan();
    this.#every(this.#timing.scanMs, () => this.#scan());
    this.#every(this.#timing.heartbeatMs, () => this.#heartbeat());
    this.#every(this.#timing.leftoverMs / 5, () => removeLeftovers(this.#folder, this.#timing));
  }

  /** Resolves when every claimed job is answered. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const watcher of this.#watchers) watcher.close();
    await this.#scanning;
    for (const job of this.#running.values()) job.cancel(hostClosed());
    const grace = sleep(this.#timing.closeMs, undefined, { ref: false });
    await Promise.race([Promise.all(this.#inFlight), grace]);
    const message = 'The host was closed while the job ran; the outcome is unknown.';
    const failure = bridgeErrors.fail('E_JOB_INTERRUPTED', message);
    for (const job of this.#running.values()) await job.answer({ failure });
    await rm(leasePath(this.#folder, this.#id), { force: true });
  }

  async #prepare(): Promise<void> {
    await prepareJobFolder(this.#options.workspace, this.#options.token);
    await this.#heartbeat();
    await removeLeftovers(this.#folder, this.#timing);
    for (const watcher of this.#watchers) watcher.renew();
  }

  async #heartbeat(): Promise<void> {
    const { version = '0' } = this.#options;
    const lease = { hostId: this.#id, ...thisProcess(), version, since: this.#since, at: Date.now() };
    try {
      await writeLease(leasePath(this.#folder, this.#id), lease);
    } catch (error) {
      throw folderError(this.#folder.root, error);
    }
  }

  #every(ms: number, work: () => Promise<void>): void {
    const run = () =>
      work().catch((error: unknown) => this.#options.log.warn({ err: error }, 'the job folder failed'));
    this.#timers.push(setInterval(run, ms).unref());
  }

  /** One scan at a time, also on a slow disk. */
  #scan(): Promise<void> {
    this.#scanning ??= this.#scanOnce().finally(() => {
      this.#scanning = undefined;
    });
    return this.#scanning;
  }

  /** Finds missed events, jobs of dead hosts and clients, and a removed job folder. */
  async #scanOnce(): Promise<void> {
    if (!(await findJobFolder(this.#options.workspace))) await this.#prepare();
    for (const watcher of this.#watchers) watcher.renew();
    const entries = await readdir(this.#folder.execute, { withFileTypes: true });
    const jobs = entries.filter((entry) => entry.isDirectory() && isJobId(entry.name));
    const ids = jobs.map(({ name }) => name).sort();
    for (const id of ids) this.#accept(id);
    for (const id of await readdir(this.#folder.cancel)) this.#cancel(id);
    for (const job of this.#running.values())
      if (job.isOrphaned) job.cancel(cancelled('The client that sent this job is gone.'));
    for (const id of ids) if (!this.#running.has(id)) await this.#maintain(id);
  }

  async #maintain(id: string): Promise<void> {
    await maintainJob(this.#folder, id, this.#timing).catch((error: unknown) =>
      this.#options.log.warn({ err: error, job: id }, 'a job of another process could not be maintained'),
    );
  }

  #cancel(id: string): void {
    this.#running.get(id)?.cancel(cancelled('The call was cancelled.'));
  }

  #accept(id: string): void {
    if (this.#closed || !isJobId(id) || this.#running.has(id)) return;
    const running = this.#claimAndRun(id).finally(() => this.#inFlight.delete(running));
    this.#inFlight.add(running);
  }

  async #claimAndRun(id: string): Promise<void> {
    const folder = this.#folder;
    const path = join(folder.execute, id);
    try {
      const outcome = await claim(path, leasePath(folder, this.#id));
      // The job exists, so it is the own lease that is missing.
      if (outcome === 'missing' && (await listJob(path))) await this.#prepare();
      if (outcome !== 'claimed') return;
      const job = new RunningJob(id, { ...this.#options, folder, semaphore: this.#semaphore });
      this.#running.set(id, job);
      if (this.#closed) job.cancel(hostClosed());
      await job.run().finally(() => this.#running.delete(id));
    } catch (error) {
      this.#options.log.warn({ err: error, job: id }, 'a job could not be claimed');
    }
  }
}

function hostClosed() {
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', 'The host was closed, and the call with it.');
}

const cancelled = (message: string) => coreErrors.fail('E_CANCELLED', message);
