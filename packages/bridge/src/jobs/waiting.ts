import { basename, join } from 'node:path';
import { isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import type { Answer } from '@molehill/core/result';
import { bridgeErrors } from '../errors.ts';
import { liveHosts, stateOfClaimant } from './hosts.ts';
import type { JobFolder } from './layout.ts';
import { names, readProgress, readReply } from './messages.ts';
import { contentOf, hasReply, isSettled, settleInterrupted, unanswered } from './settle.ts';
import { mark } from './small-files.ts';
import type { JobTiming } from './timing.ts';
import { withdraw } from './withdraw.ts';

export interface WaitingOptions {
  readonly folder: JobFolder;
  readonly timing: JobTiming;
  /** Aborted, with the error to answer, when the caller cancels or its time is up. */
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener | undefined;
}

/** A client's wait for the answer to one job. */
export class Waiting {
  readonly #job: string;
  readonly #options: WaitingOptions;
  readonly #started = performance.now();
  #stopAt: number | undefined;
  #timesStuck = 0;
  #rung = false;
  #wake: () => void = () => {};

  constructor(job: string, options: WaitingOptions) {
    this.#job = job;
    this.#options = options;
  }

  /** There is something to look at. */
  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  async answer(): Promise<Answer> {
    const { signal } = this.#options;
    const onAbort = () => this.ring();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) this.ring();
    try {
      for (;;) {
        await this.#pause();
        const answer = await this.#look();
        if (answer) return answer;
      }
    } catch (error) {
      throw isMolehillError(error) ? error : unanswered(this.#job, error);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #look(): Promise<Answer | undefined> {
    const present = await contentOf(this.#job);
    if (!present) throw this.#vanished();
    if (isSettled(present)) return this.#read(present);
    if (present.includes(names.progress)) await this.#tellProgress();
    if (this.#options.signal.aborted) await this.#stop(present);
    else if (present.includes(names.claim)) await this.#watchHost();
    else await this.#watchPickup();
    return undefined;
  }

  async #read(present: readonly string[]): Promise<Answer> {
    if (!hasReply(present)) throw unanswered(this.#job, 'the disk of the job folder is full');
    const reply = await readReply(this.#job, present);
    if ('failure' in reply) throw reply.failure;
    return reply.answer;
  }

  async #tellProgress(): Promise<void> {
    const { onProgress } = this.#options;
    const progress = onProgress && (await readProgress(this.#job));
    if (progress) onProgress(progress as Progress);
  }

  /** Taken back before anybody took it, it was certainly not run. Otherwise the host is told, and heard. */
  async #stop(present: readonly string[]): Promise<void> {
    const { folder, signal, timing } = this.#options;
    if (!present.includes(names.claim) && (await withdraw(folder, this.#job))) throw signal.reason;
    if (this.#stopAt === undefined) {
      this.#stopAt = performance.now() + timing.graceMs;
      // A host that cannot be told finishes what it began.
      await mark(join(folder.cancel, this.#id)).catch(() => {});
    }
    if (performance.now() >= this.#stopAt) throw signal.reason;
    await this.#watchHost();
  }

  async #watchPickup(): Promise<void> {
    const { folder, timing } = this.#options;
    const waited = performance.now() - this.#started;
    if (waited < timing.firstLookMs) return;
    const hosts = await liveHosts(folder, timing.staleMs);
    const problem =
      hosts.length === 0 ? noHost(folder) : waited >= timing.pickupMs ? this.#notTaken() : undefined;
    if (problem && (await withdraw(folder, this.#job))) throw problem;
  }

  /** A host that says nothing may just have woken up from sleep with us, so it is asked twice. */
  async #watchHost(): Promise<void> {
    const { folder, timing } = this.#options;
    const state = await stateOfClaimant(folder, this.#job, timing.staleMs);
    this.#timesStuck = state === 'stuck' ? this.#timesStuck + 1 : 0;
    if (state === 'gone') {
      await settleInterrupted(folder, this.#job);
      this.ring();
    }
    if (this.#timesStuck > 2) throw this.#stuck();
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake(), this.#untilNextLook());
      this.#wake = () => {
        clearTimeout(timer);
        this.#rung = false;
        resolve();
      };
      if (this.#rung) this.#wake();
    });
  }

  #untilNextLook(): number {
    const { firstLookMs, pickupMs, scanMs } = this.#options.timing;
    const now = performance.now();
    const limits = [
      firstLookMs - (now - this.#started),
      pickupMs - (now - this.#started),
      (this.#stopAt ?? 0) - now,
    ];
    return Math.min(scanMs, ...limits.filter((ms) => ms > 0).map(Math.ceil));
  }

  get #id(): string {
    return basename(this.#job);
  }

  #vanished() {
    return unanswered(this.#job, 'somebody removed its folder');
  }

  #notTaken() {
    const message = `No host took job ${this.#id} within ${this.#options.timing.pickupMs} ms. It was not run.`;
    return bridgeErrors.fail('E_JOB_PICKUP', message);
  }

  #stuck() {
    const message = `The host that has job ${this.#id} gives no sign of life; whether the job was run is not known.`;
    return bridgeErrors.fail('E_JOB_INTERRUPTED', message);
  }
}

export function noHost({ root }: Pick<JobFolder, 'root'>): MolehillError {
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', `No host answers jobs in ${root}.`);
}
