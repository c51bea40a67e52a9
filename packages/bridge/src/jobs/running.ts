import { join } from 'node:path';
import { coreErrors, isMolehillError, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { Progress } from '@molehill/core/progress';
import type { Answer } from '@molehill/core/result';
import { errorCode } from '@molehill/core/state/files';
import { stateOfProcess } from '@molehill/core/state/process-identity';
import { bridgeErrors } from '../errors.ts';
import type { JobFolder } from './layout.ts';
import { type CommandHead, type Reply, readCommand, writeProgress } from './messages.ts';
import { answerJob, ring } from './settle.ts';
import type { Slots } from './slots.ts';

/** What a client asks for. */
export interface JobCommand {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** The name the client gave itself. */
  readonly client: string;
}

export interface JobContext {
  /** Aborted when the client cancels, when it died, and when the host closes. */
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
}

export type CallJob = (command: JobCommand, context: JobContext) => Promise<Answer>;

export interface RunningOptions {
  readonly folder: JobFolder;
  readonly log: Log;
  readonly slots: Slots;
  readonly call: CallJob;
}

/** One job on the host, from its claim to its answer. */
export class RunningJob {
  readonly #path: string;
  readonly #id: string;
  readonly #options: RunningOptions;
  readonly #controller = new AbortController();
  #client: CommandHead['client'] | undefined;
  #telling: Promise<void> | undefined;
  #news: Progress | undefined;
  #answered = false;

  constructor(id: string, options: RunningOptions) {
    this.#id = id;
    this.#path = join(options.folder.execute, id);
    this.#options = options;
  }

  cancel(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Nobody waits for the answer any more. */
  get isOrphaned(): boolean {
    return this.#client !== undefined && stateOfProcess(this.#client) === 'gone';
  }

  /** Resolves when the answer is in the folder. Never rejects: what cannot be told there goes to the log. */
  async run(): Promise<void> {
    const reply = await this.#reply();
    await this.#telling;
    await this.answer(reply);
  }

  /** The first answer is the answer. */
  async answer(reply: Reply): Promise<void> {
    if (this.#answered) return;
    this.#answered = true;
    const { folder, log } = this.#options;
    try {
      await answerJob(folder, this.#path, reply);
    } catch (error) {
      log.warn({ err: error, job: this.#id }, 'the answer of a job could not be written');
    }
  }

  async #reply(): Promise<Reply> {
    try {
      const { head, input } = await this.#read();
      this.#client = head.client;
      assertFresh(head);
      const { id, tool, client } = head;
      const command = { id, tool, input, client: client.name };
      return { answer: await this.#options.slots.run(this.#controller.signal, () => this.#call(command)) };
    } catch (error) {
      return { failure: isMolehillError(error) ? error : this.#unforeseen(error) };
    }
  }

  #call(command: JobCommand): Promise<Answer> {
    const progress = (news: Progress) => this.#tell(news);
    return this.#options.call(command, { signal: this.#controller.signal, progress });
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

  #unforeseen(error: unknown) {
    this.#options.log.error({ err: error, id: this.#id }, 'a job failed unexpectedly');
    return coreErrors.fail('E_INTERNAL', `Something went wrong in the host (log id ${this.#id}).`);
  }

  /** The newest is told; what came while one was being written is passed over. */
  #tell(news: Progress): void {
    this.#news = news;
    this.#telling ??= this.#writeNews().finally(() => {
      this.#telling = undefined;
    });
  }

  async #writeNews(): Promise<void> {
    const { folder, log } = this.#options;
    try {
      while (this.#news && !this.#answered) {
        const news = this.#news;
        this.#news = undefined;
        await writeProgress(this.#path, news);
        await ring(folder, this.#path);
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT')
        log.debug({ err: error, job: this.#id }, 'progress could not be written');
    }
  }
}

/**
 * A job that lay too long is not begun: its client has given up, or it never had one and came with the workspace, as a
 * file from who knows where. The clock may be off by as much to either side.
 */
function assertFresh({ id, at, pickupMs }: CommandHead): void {
  const limit = Math.min(pickupMs, LONGEST_PICKUP_MS);
  if (Math.abs(Date.now() - at) <= limit) return;
  throw bridgeErrors.fail(
    'E_JOB_PICKUP',
    `Job ${id} was found more than ${limit} ms after it was sent, and not run.`,
  );
}

const LONGEST_PICKUP_MS = 60_000;
