import { mkdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { coreErrors, isMolehillError } from '@molehill/core/errors';
import { createId } from '@molehill/core/ids';
import { type Log, silentLog } from '@molehill/core/log';
import type { ProgressListener } from '@molehill/core/progress';
import type { Answer } from '@molehill/core/result';
import { errorCode } from '@molehill/core/state/files';
import { thisProcess } from '@molehill/core/state/process-identity';
import { Breaker } from './breaker.ts';
import { liveHosts } from './hosts.ts';
import { findJobFolder, folderError, type JobFolder, jobFolderOf } from './layout.ts';
import { writeCommand } from './messages.ts';
import { discard } from './settle.ts';
import { Slots } from './slots.ts';
import { defaultTiming, type JobTiming } from './timing.ts';
import { noHost, Waiting } from './waiting.ts';
import { type Watching, watchFolder } from './watch.ts';

export interface JobClientOptions {
  readonly workspace: string;
  /** How this client calls itself to the host. */
  readonly name?: string;
  readonly log?: Log;
  readonly timing?: Partial<JobTiming>;
}

export interface JobCall {
  readonly tool: string;
  readonly input: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
  /** Without it a call may take as long as the host lets it; one whose host is silent ends in any case. */
  readonly timeoutMs?: number | undefined;
  /** From here on the job is answered, whatever happens. */
  readonly onHandedOver?: ((jobId: string) => void) | undefined;
}

export interface JobClient {
  /** Errors of the tool are in the answer; what is thrown is about the way there. */
  call(call: JobCall): Promise<Answer>;
  /** Whether a host is there that would take a job now. */
  alive(): Promise<boolean>;
  close(): void;
}

const IN_FLIGHT = { most: 10, mostWaiting: 1_000 };
/** Failures that show that nobody is there; all others come from somebody. */
const COUNTED = new Set(['E_BRIDGE_UNAVAILABLE', 'E_JOB_PICKUP', 'E_JOB_FOLDER']);

export function createJobClient(options: JobClientOptions): JobClient {
  return new Client(options);
}

class Client implements JobClient {
  readonly #options: JobClientOptions;
  readonly #timing: JobTiming;
  readonly #slots = new Slots(IN_FLIGHT);
  readonly #breaker = new Breaker();
  readonly #waiting = new Map<string, Waiting>();
  readonly #bells: Watching;
  /** Looked at once; when it turns out to have changed, anew. */
  #folder: JobFolder | undefined;

  constructor(options: JobClientOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    const { bell } = jobFolderOf(options.workspace);
    this.#bells = watchFolder(bell, (id) => this.#waiting.get(id)?.ring());
  }

  async call(call: JobCall): Promise<Answer> {
    const limit = limited(call);
    try {
      return await this.#slots.run(limit.signal, () => this.#guarded(call, limit.signal));
    } finally {
      limit.dispose();
    }
  }

  async alive(): Promise<boolean> {
    return (await this.#hosts()).length > 0;
  }

  close(): void {
    this.#bells.close();
  }

  async #guarded(call: JobCall, signal: AbortSignal): Promise<Answer> {
    await this.#breaker.check(async () => Math.max(0, ...(await this.#hosts()).map(({ since }) => since)));
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
      this.#bells.renew();
      return await this.#handOverAndWait(folder, call, signal);
    } catch (error) {
      if (isMolehillError(error)) throw error;
      this.#folder = undefined;
      throw errorCode(error) === 'ENOENT' ? noHost(folder) : folderError(folder.root, error);
    }
  }

  async #handOverAndWait(folder: JobFolder, call: JobCall, signal: AbortSignal): Promise<Answer> {
    const id = createId();
    const job = join(folder.execute, id);
    const waiting = new Waiting(job, { folder, timing: this.#timing, signal, onProgress: call.onProgress });
    this.#waiting.set(id, waiting);
    try {
      await this.#handOver(folder, id, call);
      call.onHandedOver?.(id);
      return await waiting.answer();
    } finally {
      this.#waiting.delete(id);
      this.#clearAway(folder, job);
    }
  }

  /** Built elsewhere and renamed whole: a host sees the complete job or none. */
  async #handOver(folder: JobFolder, id: string, { tool, input }: JobCall): Promise<void> {
    const built = join(folder.tmp, id);
    const client = { name: this.#options.name ?? 'molehill', ...thisProcess() };
    const head = { id, tool, at: Date.now(), pickupMs: this.#timing.pickupMs, client };
    try {
      mkdirSync(built, { mode: 0o700 });
      await writeCommand(built, head, input);
      renameSync(built, join(folder.execute, id));
    } catch (error) {
      await rm(built, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  }

  /** Nobody waits for this. What it leaves, a host removes when this process is gone. */
  #clearAway(folder: JobFolder, job: string): void {
    discard(folder, job).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT')
        this.#log.warn({ err: error, job }, 'a finished job could not be removed');
    });
  }

  get #log(): Log {
    return this.#options.log ?? silentLog;
  }

  async #hosts() {
    return liveHosts(jobFolderOf(this.#options.workspace), this.#timing.staleMs);
  }
}

/** The caller's signal and the time limit in one. */
function limited({ signal, timeoutMs }: JobCall) {
  const controller = new AbortController();
  const cancel = () => controller.abort(coreErrors.fail('E_CANCELLED', 'The call was cancelled.'));
  const expire = () =>
    controller.abort(coreErrors.fail('E_TIMEOUT', `The call took longer than ${timeoutMs} ms.`));
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  return {
    signal: controller.signal,
    dispose: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    },
  };
}
