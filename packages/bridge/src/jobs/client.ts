import { mkdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { coreErrors, isMolehillError } from '@molehill/core/errors';
import { createId } from '@molehill/core/ids';
import type { ProgressListener } from '@molehill/core/progress';
import type { Answer } from '@molehill/core/result';
import { errorCode } from '@molehill/core/state/files';
import { thisProcess } from '@molehill/core/state/process-identity';
import { CircuitBreaker } from './circuit-breaker.ts';
import { liveHosts } from './claims.ts';
import { removeJob } from './completion.ts';
import { findJobFolder, folderError, type JobFolder, jobFolderOf } from './layout.ts';
import { writeCommand } from './messages.ts';
import { noHost, PendingJob } from './pending-job.ts';
import { Semaphore } from './semaphore.ts';
import { defaultTiming, type JobTiming } from './timing.ts';
import { type FolderWatcher, watchFolder } from './watch.ts';

export interface JobClientOptions {
  readonly workspace: string;
  readonly name?: string;
  /** Jobs of one session share handles. Default: all jobs under this name. */
  readonly session?: string;
  readonly timing?: Partial<JobTiming>;
}

export interface JobCall {
  readonly tool: string;
  readonly input: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
  /** From here on the job is answered in any case. */
  readonly onSubmitted?: ((jobId: string) => void) | undefined;
}

const IN_FLIGHT = { permits: 10, maxQueued: 1_000 };
/** The circuit breaker counts only failures that show that no host is available. */
const COUNTED = new Set(['E_BRIDGE_UNAVAILABLE', 'E_PICKUP_TIMEOUT', 'E_JOB_FOLDER']);

/** Calls tools of a host through the job folder. */
export class JobClient {
  readonly #options: JobClientOptions;
  readonly #timing: JobTiming;
  readonly #semaphore = new Semaphore(IN_FLIGHT);
  readonly #breaker = new CircuitBreaker();
  readonly #pending = new Map<string, PendingJob>();
  readonly #watcher: FolderWatcher;
  /** Cached until a call finds that it changed. */
  #folder: JobFolder | undefined;

  constructor(options: JobClientOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    this.#watcher = watchFolder(jobFolderOf(options.workspace).notify, (id) =>
      this.#pending.get(id)?.notify(),
    );
  }

  /** Errors of the tool are in the answer; rejections concern the transport. */
  async call(call: JobCall): Promise<Answer> {
    const { signal = new AbortController().signal } = call;
    try {
      return await this.#semaphore.run(signal, () => this.#guarded(call, signal));
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
      throw coreErrors.fail('E_CANCELLED', 'The call was cancelled.');
    }
  }

  close(): void {
    this.#watcher.close();
  }

  async #guarded(call: JobCall, signal: AbortSignal): Promise<Answer> {
    await this.#breaker.check(() => this.#newestHost());
    try {
      const answer = await this.#send(call, signal);
      this.#breaker.succeeded();
      return answer;
    } catch (error) {
      if (isMolehillError(error) && COUNTED.has(error.code)) this.#breaker.failed();
      throw error;
    }
  }

  async #send(call: JobCall, signal: AbortSignal): Promise<Answer> {
    this.#folder ??= await findJobFolder(this.#options.workspace);
    const folder = this.#folder;
    if (!folder) throw noHost(jobFolderOf(this.#options.workspace));
    try {
      this.#watcher.renew();
      return await this.#submitAndWait(folder, call, signal);
    } catch (error) {
      if (isMolehillError(error) || error === signal.reason) throw error;
      this.#folder = undefined;
      throw errorCode(error) === 'ENOENT' ? noHost(folder) : folderError(folder.root, error);
    }
  }

  async #submitAndWait(folder: JobFolder, call: JobCall, signal: AbortSignal): Promise<Answer> {
    const id = createId();
    const job = join(folder.execute, id);
    const { onProgress, onSubmitted } = call;
    const pending = new PendingJob(job, { folder, timing: this.#timing, signal, onProgress });
    this.#pending.set(id, pending);
    try {
      await this.#submit(folder, id, call);
      onSubmitted?.(id);
      return await pending.answer();
    } finally {
      this.#pending.delete(id);
      // In the background. When it fails, a host removes the job after this process ended.
      removeJob(folder, job).catch(() => {});
    }
  }

  /** Built elsewhere and renamed as a whole: a host sees the complete job or none. */
  async #submit(folder: JobFolder, id: string, { tool, input }: JobCall): Promise<void> {
    const staging = join(folder.tmp, id);
    const { name = 'molehill', session } = this.#options;
    const client = { name, ...(session === undefined ? {} : { session }), ...thisProcess() };
    const head = { id, tool, at: Date.now(), pickupMs: this.#timing.pickupMs, client };
    try {
      mkdirSync(staging, { mode: 0o700 });
      await writeCommand(staging, head, input);
      renameSync(staging, join(folder.execute, id));
    } catch (error) {
      await rm(staging, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  }

  /** When it started; 0 where there is no host. */
  async #newestHost(): Promise<number> {
    const hosts = await liveHosts(jobFolderOf(this.#options.workspace), this.#timing.staleMs);
    return Math.max(0, ...hosts.map(({ since }) => since));
  }
}
