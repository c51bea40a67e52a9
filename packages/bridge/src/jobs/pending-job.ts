import { basename, join } from 'node:path';
import { isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import type { Answer } from '@molehill/core/result';
import { bridgeErrors } from '../errors.ts';
import { liveHosts, placeTombstone, stateOfClaim } from './claims.ts';
import { answerLost, completeInterrupted, hasReply, isComplete, listJob } from './completion.ts';
import { touch } from './files.ts';
import type { JobFolder } from './layout.ts';
import { names, readProgress, readReply } from './messages.ts';
import type { JobTiming } from './timing.ts';

export interface PendingJobOptions {
  readonly folder: JobFolder;
  readonly timing: JobTiming;
  /** Aborted when the caller cancels or its timeout expires. */
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener | undefined;
}

/** A client's wait for the answer to one job. */
export class PendingJob {
  readonly #job: string;
  readonly #options: PendingJobOptions;
  readonly #started = performance.now();
  #cancelDeadline: number | undefined;
  #unresponsiveChecks = 0;
  #notified = false;
  #wake: () => void = () => {};

  constructor(job: string, options: PendingJobOptions) {
    this.#job = job;
    this.#options = options;
  }

  /** Checks the job without waiting for the next scan. */
  notify(): void {
    this.#notified = true;
    this.#wake();
  }

  async answer(): Promise<Answer> {
    const { signal } = this.#options;
    const onAbort = () => this.notify();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      for (;;) {
        await this.#nextCheck();
        const answer = await this.#check();
        if (answer) return answer;
      }
    } catch (error) {
      if (isMolehillError(error) || error === signal.reason) throw error;
      throw answerLost(this.#job, error);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #check(): Promise<Answer | undefined> {
    const files = await listJob(this.#job);
    if (!files) throw answerLost(this.#job, 'its folder was removed');
    if (isComplete(files)) return this.#read(files);
    const progress = files.includes(names.progress) ? await readProgress(this.#job) : undefined;
    if (progress) this.#options.onProgress?.(progress as Progress);
    if (this.#options.signal.aborted) await this.#cancel(files);
    else if (files.includes(names.claim)) await this.#checkHost();
    else await this.#checkPickup();
    return undefined;
  }

  async #read(files: readonly string[]): Promise<Answer> {
    if (!hasReply(files)) throw answerLost(this.#job, 'the disk of the job folder is full');
    const reply = await readReply(this.#job, files);
    if ('failure' in reply) throw reply.failure;
    return reply.answer;
  }

  /** An unclaimed job is withdrawn and certainly not run. For a claimed one the host's answer is awaited for a grace period. */
  async #cancel(files: readonly string[]): Promise<void> {
    const { folder, signal, timing } = this.#options;
    if (!files.includes(names.claim) && (await placeTombstone(folder, this.#job))) throw signal.reason;
    if (this.#cancelDeadline === undefined) {
      this.#cancelDeadline = performance.now() + timing.graceMs;
      // When this fails the host finishes the job.
      await touch(join(folder.cancel, this.#id)).catch(() => {});
    }
    if (performance.now() >= this.#cancelDeadline) throw signal.reason;
    await this.#checkHost();
  }

  async #checkPickup(): Promise<void> {
    const { folder, timing } = this.#options;
    const { hostCheckMs, pickupMs, staleMs } = timing;
    const waited = performance.now() - this.#started;
    if (waited < hostCheckMs) return;
    const hasHost = (await liveHosts(folder, staleMs)).length > 0;
    if (hasHost && waited < pickupMs) return;
    if (!(await placeTombstone(folder, this.#job))) return;
    if (!hasHost) throw noHost(folder);
    const message = `No host claimed job ${this.#id} within ${pickupMs} ms. It was not run.`;
    throw bridgeErrors.fail('E_PICKUP_TIMEOUT', message);
  }

  /** Host and client may both have just woken from sleep, so one stale heartbeat does not count. */
  async #checkHost(): Promise<void> {
    const { folder, timing } = this.#options;
    const state = await stateOfClaim(folder, this.#job, timing.staleMs);
    this.#unresponsiveChecks = state === 'unresponsive' ? this.#unresponsiveChecks + 1 : 0;
    if (state === 'gone') {
      await completeInterrupted(folder, this.#job);
      this.notify();
    }
    if (this.#unresponsiveChecks <= 2) return;
    const message = `The host of job ${this.#id} does not respond; the outcome is unknown.`;
    throw bridgeErrors.fail('E_JOB_INTERRUPTED', message);
  }

  #nextCheck(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake(), this.#untilNextCheck());
      this.#wake = () => {
        clearTimeout(timer);
        this.#notified = false;
        resolve();
      };
      if (this.#notified) this.#wake();
    });
  }

  #untilNextCheck(): number {
    const { hostCheckMs, pickupMs, scanMs } = this.#options.timing;
    const now = performance.now();
    const deadlines = [this.#started + hostCheckMs, this.#started + pickupMs, this.#cancelDeadline ?? 0];
    return Math.min(scanMs, ...deadlines.filter((at) => at > now).map((at) => Math.ceil(at - now)));
  }

  get #id(): string {
    return basename(this.#job);
  }
}

export function noHost({ root }: Pick<JobFolder, 'root'>): MolehillError {
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', `No host serves jobs in ${root}.`);
}
