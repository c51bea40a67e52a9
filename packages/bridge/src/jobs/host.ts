import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '@molehill/core/errors';
import { createId } from '@molehill/core/ids';
import type { Log } from '@molehill/core/log';
import { thisProcess } from '@molehill/core/state/process-identity';
import { bridgeErrors } from '../errors.ts';
import { cardPath, claim } from './hosts.ts';
import {
  findJobFolder,
  folderError,
  isJobId,
  type JobFolder,
  jobFolderOf,
  prepareJobFolder,
} from './layout.ts';
import { writeCard } from './messages.ts';
import { type CallJob, RunningJob } from './running.ts';
import { contentOf } from './settle.ts';
import { Slots } from './slots.ts';
import { tend, tidy } from './sweep.ts';
import { defaultTiming, type JobTiming } from './timing.ts';
import { type Watching, watchFolder } from './watch.ts';

export interface HostOptions {
  readonly workspace: string;
  readonly log: Log;
  readonly call: CallJob;
  readonly version?: string;
  readonly timing?: Partial<JobTiming>;
}

export interface JobHost {
  /** Every job it took is answered when this resolves. */
  close(): Promise<void>;
}

const IN_FLIGHT = { most: 10, mostWaiting: 100 };
const MOST_SEEN = 10_000;

/** Answers the jobs that come into the workspace's job folder, until it is closed. */
export async function serveJobs(options: HostOptions): Promise<JobHost> {
  const host = new Host(options);
  await host.start();
  return { close: () => host.close() };
}

class Host {
  readonly #id = createId();
  readonly #since = Date.now();
  readonly #options: HostOptions;
  readonly #folder: JobFolder;
  readonly #timing: JobTiming;
  readonly #slots = new Slots(IN_FLIGHT);
  readonly #running = new Map<string, RunningJob>();
  readonly #finishing = new Set<Promise<void>>();
  readonly #seen = new Set<string>();
  readonly #watches: readonly Watching[];
  readonly #timers: NodeJS.Timeout[] = [];
  #scanning: Promise<void> | undefined;
  #closed = false;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    this.#folder = jobFolderOf(options.workspace);
    this.#watches = [
      watchFolder(this.#folder.execute, (id) => this.#notice(id)),
      watchFolder(this.#folder.cancel, (id) => this.#cancel(id)),
    ];
  }

  async start(): Promise<void> {
    await this.#prepare();
    await this.#scan();
    this.#every(this.#timing.scanMs, () => this.#scan());
    this.#every(this.#timing.heartbeatMs, () => this.#beat());
    this.#every(this.#timing.leftoverMs / 5, () => tidy(this.#folder, this.#timing));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const watching of this.#watches) watching.close();
    await this.#scanning;
    for (const job of this.#running.values()) job.cancel(closing());
    await Promise.race([
      Promise.all(this.#finishing),
      sleep(this.#timing.closeMs, undefined, { ref: false }),
    ]);
    for (const job of this.#running.values()) await job.answer({ failure: leftBehind() });
    await rm(cardPath(this.#folder, this.#id), { force: true });
  }

  async #prepare(): Promise<void> {
    await prepareJobFolder(this.#options.workspace);
    await this.#beat();
    await tidy(this.#folder, this.#timing);
    for (const watching of this.#watches) watching.renew();
  }

  async #beat(): Promise<void> {
    const { version = '0' } = this.#options;
    const card = { hostId: this.#id, ...thisProcess(), version, since: this.#since, at: Date.now() };
    try {
      await writeCard(cardPath(this.#folder, this.#id), card);
    } catch (error) {
      throw folderError(this.#folder.root, error);
    }
  }

  #every(ms: number, work: () => Promise<void>): void {
    const run = () =>
      work().catch((error: unknown) => this.#options.log.warn({ err: error }, 'the job folder failed'));
    this.#timers.push(setInterval(run, ms).unref());
  }

  /** One at a time: a slow disk must not have scans pile up. */
  #scan(): Promise<void> {
    this.#scanning ??= this.#look().finally(() => {
      this.#scanning = undefined;
    });
    return this.#scanning;
  }

  /** Finds what no event told: missed ones, jobs of dead hosts and clients, and that the whole folder was removed. */
  async #look(): Promise<void> {
    if (!(await findJobFolder(this.#options.workspace))) await this.#prepare();
    for (const watching of this.#watches) watching.renew();
    const ids = (await readdir(this.#folder.execute)).filter(isJobId).sort();
    for (const id of ids) this.#notice(id);
    for (const id of await readdir(this.#folder.cancel)) this.#cancel(id);
    for (const job of this.#running.values()) if (job.isOrphaned) job.cancel(clientGone());
    for (const id of ids) if (!this.#running.has(id)) await this.#tend(id);
  }

  async #tend(id: string): Promise<void> {
    await tend(this.#folder, id, this.#timing).catch((error: unknown) =>
      this.#options.log.warn({ err: error, job: id }, 'a job left by others could not be looked after'),
    );
  }

  #cancel(id: string): void {
    this.#running.get(id)?.cancel(coreErrors.fail('E_CANCELLED', 'The call was cancelled.'));
  }

  #notice(id: string): void {
    if (this.#closed || !isJobId(id) || this.#seen.has(id)) return;
    this.#remember(id);
    const job = new RunningJob(id, { ...this.#options, folder: this.#folder, slots: this.#slots });
    this.#running.set(id, job);
    const finishing = this.#take(id, job).finally(() => {
      this.#running.delete(id);
      this.#finishing.delete(finishing);
    });
    this.#finishing.add(finishing);
  }

  /** An id is looked at once, also when its folder is seen again while it is being removed. */
  #remember(id: string): void {
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > MOST_SEEN && oldest !== undefined) this.#seen.delete(oldest);
  }

  async #take(id: string, job: RunningJob): Promise<void> {
    const path = join(this.#folder.execute, id);
    try {
      const outcome = await claim(path, cardPath(this.#folder, this.#id));
      if (outcome === 'mine') await job.run();
      else if (outcome === 'nowhere' && (await contentOf(path))) await this.#comeBack(id);
    } catch (error) {
      this.#seen.delete(id);
      this.#options.log.warn({ err: error, job: id }, 'a job could not be claimed');
    }
  }

  /** The job is there, so it was our own card that is not. */
  async #comeBack(id: string): Promise<void> {
    this.#seen.delete(id);
    await this.#prepare();
  }
}

function closing() {
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', 'The host was closed, and the call with it.');
}

function clientGone() {
  return coreErrors.fail('E_CANCELLED', 'The client that sent this job is gone.');
}

function leftBehind() {
  const message = 'The host was closed while the job ran; whether it finished is not known.';
  return bridgeErrors.fail('E_JOB_INTERRUPTED', message);
}
