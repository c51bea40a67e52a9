import { join } from 'node:path';
import type { Caller } from '@molehill/core/caller';
import { coreErrors, isMolehillError, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { Progress } from '@molehill/core/progress';
import type { Answer } from '@molehill/core/result';
import { errorCode } from '@molehill/core/state/files';
import { stateOfProcess } from '@molehill/core/state/process-identity';
import { bridgeErrors } from '../errors.ts';
import { complete, notify } from './completion.ts';
import type { JobFolder } from './layout.ts';
import { type CommandHead, type Reply, readCommand, writeProgress } from './messages.ts';
import type { Semaphore } from './semaphore.ts';

export interface JobCommand {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** The same for all jobs of a client's session, so that handles outlive a job. */
  readonly caller: Caller;
}

export interface JobContext {
  /** Aborted when the client cancels or dies, and when the host closes. */
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
}

export type CallJob = (command: JobCommand, context: JobContext) => Promise<Answer>;

export interface RunningJobOptions {
  readonly workspace: string;
  readonly folder: JobFolder;
  readonly log: Log;
  readonly semaphore: Semaphore;
  readonly call: CallJob;
}

/** A job on the host, from its claim to its answer. */
export class RunningJob {
  readonly #path: string;
  readonly #id: string;
  readonly #options: RunningJobOptions;
  readonly #controller = new AbortController();
  #client: CommandHead['client'] | undefined;
  #writing: Promise<void> | undefined;
  #latest: Progress | undefined;
  #answered = false;

  constructor(id: string, options: RunningJobOptions) {
    this.#id = id;
    this.#path = join(options.folder.execute, id);
    this.#options = options;
  }

  cancel(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Whether the client's process is gone. */
  get isOrphaned(): boolean {
    return this.#client !== undefined && stateOfProcess(this.#client) === 'gone';
  }

  /** Resolves when the answer is written. Never rejects: failures to write are logged. */
  async run(): Promise<void> {
    const reply = await this.#reply();
    await this.#writing;
    await this.answer(reply);
  }

  /** Only the first answer counts. */
  async answer(reply: Reply): Promise<void> {
    if (this.#answered) return;
    this.#answered = true;
    const { folder, log } = this.#options;
    await complete(folder, this.#path, reply).catch((error: unknown) =>
      log.warn({ err: error, job: this.#id }, 'the answer of a job could not be written'),
    );
  }

  async #reply(): Promise<Reply> {
    const { signal } = this.#controller;
    const { semaphore, call, workspace } = this.#options;
    try {
      const { head, input } = await this.#read();
      this.#client = head.client;
      assertFresh(head);
      const { tool, client } = head;
      const progress = (latest: Progress) => this.#report(latest);
      const command = { id: this.#id, tool, input, caller: callerOf(client, workspace) };
      return { answer: await semaphore.run(signal, () => call(command, { signal, progress })) };
    } catch (error) {
      return { failure: isMolehillError(error) ? error : this.#internalError(error) };
    }
  }

  async #read() {
    try {
      return await readCommand(this.#path);
    } catch (error) {
      const reason = messageOf(error);
      throw bridgeErrors.fail('E_JOB_FOLDER', `The command of job ${this.#id} cannot be read: ${reason}`, {
        hint: 'Update both sides to the same version.',
      });
    }
  }

  #internalError(error: unknown) {
    this.#options.log.error({ err: error, id: this.#id }, 'a job failed unexpectedly');
    return coreErrors.fail('E_INTERNAL', `Something went wrong in the host (log id ${this.#id}).`);
  }

  /** Progress that arrives during a write replaces what was not yet written. */
  #report(latest: Progress): void {
    this.#latest = latest;
    this.#writing ??= this.#writeProgress().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeProgress(): Promise<void> {
    const { folder, log } = this.#options;
    try {
      while (this.#latest && !this.#answered) {
        const latest = this.#latest;
        this.#latest = undefined;
        await writeProgress(this.#path, latest);
        await notify(folder, this.#path);
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT')
        log.debug({ err: error, job: this.#id }, 'progress could not be written');
    }
  }
}

function callerOf({ name, session }: CommandHead['client'], workspace: string): Caller {
  const caller: Caller = { id: `jobs:${name}`, frontend: 'jobs', client: name, workspace: [workspace] };
  return session === undefined ? { ...caller, isShared: true } : { ...caller, id: `${caller.id}:${session}` };
}

const MAX_PICKUP_MS = 60_000;

/** An old job is not run: its client gave up, or the job is part of a workspace from an untrusted source. Clocks may differ. */
function assertFresh({ id, at, pickupMs }: CommandHead): void {
  const limit = Math.min(pickupMs, MAX_PICKUP_MS);
  if (Math.abs(Date.now() - at) <= limit) return;
  const message = `Job ${id} was found more than ${limit} ms after it was sent, and not run.`;
  throw bridgeErrors.fail('E_PICKUP_TIMEOUT', message);
}
