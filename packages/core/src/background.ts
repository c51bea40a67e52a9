import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { BackgroundContext, BackgroundOptions } from './context.ts';
import { reads } from './effects.ts';
import type { HandleKind, Handles } from './handles.ts';
import type { Progress } from './progress.ts';
import { defineTool } from './tool.ts';

/** Thrown out of a handler whose work outlasts its call. Not an error: the call is answered `running`. */
export class Running {
  readonly handle: string;
  readonly title: string;
  constructor(handle: string, title: string) {
    this.handle = handle;
    this.title = title;
  }
}

interface Task {
  readonly title: string;
  readonly outcome: Promise<unknown>;
  readonly controller: AbortController;
  /** Told of progress while a call waits. */
  onProgress: ((progress: Progress) => void) | undefined;
}

const KEPT_MS = 10 * 60_000;

const tasks: HandleKind<Task> = {
  name: 'task',
  idleMs: KEPT_MS,
  most: 20,
  hint: 'Start the work again: a result is kept for ten minutes and given once.',
  dispose: ({ controller }) => controller.abort(new Error('the caller disconnected')),
};

type Wait = Pick<BackgroundContext, 'signal' | 'progress'>;

/** Waits for work up to `waitMs`; then leaves it running under a handle of the caller. */
export async function runInBackground<T>(
  handles: Handles,
  call: Wait,
  title: string,
  work: (context: BackgroundContext) => Promise<T>,
  { waitMs }: BackgroundOptions,
): Promise<T> {
  const task = startTask(title, work);
  if (await settlesWithin(task, waitMs, call)) return task.outcome as Promise<T>;
  if (call.signal.aborted) {
    task.controller.abort(call.signal.reason);
    return task.outcome as Promise<T>;
  }
  const handle = handles.open(tasks, task);
  handles.use(tasks, handle, () => task.outcome).catch(() => {});
  throw new Running(handle, title);
}

function startTask<T>(title: string, work: (context: BackgroundContext) => Promise<T>): Task {
  const controller = new AbortController();
  const task: Task = {
    title,
    controller,
    onProgress: undefined,
    outcome: Promise.resolve().then(() =>
      work({
        signal: controller.signal,
        progress: (done, total, message) =>
          task.onProgress?.({
            done,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message }),
          }),
      }),
    ),
  };
  task.outcome.catch(() => {});
  return task;
}

/** False where the time or the call is over first. */
async function settlesWithin(task: Task, waitMs: number, { signal, progress }: Wait): Promise<boolean> {
  const waited = new AbortController();
  const limit = sleep(waitMs, false, { signal: AbortSignal.any([signal, waited.signal]) }).catch(() => false);
  const settled = task.outcome.then(
    () => true,
    () => true,
  );
  task.onProgress = ({ done, total, message }) => progress(done, total, message);
  try {
    return await Promise.race([settled, limit]);
  } finally {
    task.onProgress = undefined;
    waited.abort();
  }
}

const DEFAULT_WAIT_MS = 20_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** Waits for work that another call left running. */
export const waitTool = defineTool({
  name: 'wait',
  title: 'Wait for running work',
  description:
    'Waits for work that answered "running" and returns its result. Call it again while it is still running.',
  input: z.strictObject({
    handle: z.string().describe('The handle of the running answer'),
    waitMs: z.number().int().min(0).max(LONGEST_WAIT_MS).default(DEFAULT_WAIT_MS),
  }),
  output: z.unknown(),
  effects: reads,
  timeoutOf: ({ waitMs }) => waitMs + 5_000,
  async run({ handle, waitMs }, context) {
    const { handles } = context;
    const task = handles.get(tasks, handle);
    if (!(await settlesWithin(task, waitMs, context))) {
      context.signal.throwIfAborted();
      throw new Running(handle, task.title);
    }
    try {
      return await task.outcome;
    } finally {
      await handles.close(tasks, handle);
    }
  },
});
