import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Budget } from './budget.ts';
import type { BackgroundContext, BackgroundOptions, ContentPart } from './context.ts';
import { reads } from './effects.ts';
import { coreErrors } from './errors.ts';
import type { HandleKind, Handles } from './handles.ts';
import type { Progress, ProgressListener } from './progress.ts';
import { defineTool, type Tool } from './tool.ts';

/** Thrown out of a handler whose work outlasts its call. Not an error: the call is answered `running`. */
export class Running {
  readonly handle: string;
  readonly title: string;
  constructor(handle: string, title: string) {
    this.handle = handle;
    this.title = title;
  }
}

/** The call that started the work: its answer is rendered and cut as this tool declares. */
export interface Origin {
  readonly tool: Tool;
  readonly budget: Budget;
  readonly parts: readonly ContentPart[];
}

/** Returned by `wait` for finished work. */
export class Finished {
  readonly data: unknown;
  readonly origin: Origin;
  constructor(data: unknown, origin: Origin) {
    this.data = data;
    this.origin = origin;
  }
}

interface Task {
  readonly title: string;
  readonly origin: Origin;
  readonly controller: AbortController;
  readonly listeners: Set<ProgressListener>;
  outcome: Promise<unknown>;
}

/** How long work may run, and its result is kept, without a call that waits for it. */
const KEPT_MS = 10 * 60_000;

const tasks: HandleKind<Task> = {
  name: 'task',
  idleMs: KEPT_MS,
  most: 20,
  hint: 'Start the work again: it is cancelled, and its result dropped, ten minutes after the last wait.',
  dispose: ({ controller }) =>
    controller.abort(coreErrors.fail('E_CANCELLED', 'Nobody waits for this work.')),
};

type Wait = Pick<BackgroundContext, 'signal' | 'progress'>;

/** Waits for work up to `waitMs`; then leaves it running under a handle of the caller. */
export async function runInBackground<T>(
  handles: Handles,
  call: Wait,
  origin: Origin,
  title: string,
  work: (context: BackgroundContext) => Promise<T>,
  { waitMs }: BackgroundOptions,
): Promise<T> {
  const controller = new AbortController();
  const task: Task = { title, origin, controller, listeners: new Set(), outcome: Promise.resolve() };
  const handle = handles.open(tasks, task);
  start(task, work);
  const isSettled = await settlesWithin(task, waitMs, call);
  if (!isSettled && !call.signal.aborted) throw new Running(handle, title);
  if (isSettled) handles.take(tasks, handle);
  else await handles.close(tasks, handle);
  return task.outcome as Promise<T>;
}

function start<T>(task: Task, work: (context: BackgroundContext) => Promise<T>): void {
  const { signal } = task.controller;
  const report = (progress: Progress) => {
    for (const listener of task.listeners) listener(progress);
  };
  task.outcome = Promise.resolve().then(() =>
    work({
      signal,
      progress: (done, total, message) =>
        report({
          done,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message }),
        }),
    }),
  );
  task.outcome.catch(() => {});
}

/** False where the time or the call is over first. */
async function settlesWithin(task: Task, waitMs: number, { signal, progress }: Wait): Promise<boolean> {
  const waited = new AbortController();
  const limit = sleep(waitMs, false, { signal: AbortSignal.any([signal, waited.signal]) }).catch(() => false);
  const settled = task.outcome.then(
    () => true,
    () => true,
  );
  const listener: ProgressListener = ({ done, total, message }) => progress(done, total, message);
  task.listeners.add(listener);
  try {
    return await Promise.race([settled, limit]);
  } finally {
    task.listeners.delete(listener);
    waited.abort();
  }
}

const DEFAULT_WAIT_MS = 20_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** Waits for work that another call left running. */
export const waitTool = defineTool({
  name: 'wait',
  title: 'Wait for running work',
  description: 'Waits for work that answered "running" and returns its result; with cancel, stops it.',
  input: z.strictObject({
    handle: z.string().describe('The handle of the running answer'),
    waitMs: z.number().int().min(0).max(LONGEST_WAIT_MS).default(DEFAULT_WAIT_MS),
    cancel: z.boolean().default(false),
  }),
  output: z.unknown(),
  effects: reads,
  timeoutOf: ({ waitMs }) => waitMs + 5_000,
  async run({ handle, waitMs, cancel }, context) {
    const { handles, signal } = context;
    const task = handles.get(tasks, handle);
    if (cancel) {
      await handles.close(tasks, handle);
      return { cancelled: task.title };
    }
    const isSettled = await handles.use(tasks, handle, () => settlesWithin(task, waitMs, context), {
      shared: true,
    });
    signal.throwIfAborted();
    if (!isSettled) throw new Running(handle, task.title);
    return new Finished(await task.outcome, task.origin);
  },
});
