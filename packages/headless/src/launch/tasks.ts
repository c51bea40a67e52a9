import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { messageOf } from '@molehill/core/errors';
import { drain } from '@molehill/core/processes/drain';
import { exitText, ProcessGroup } from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import { RingLog } from '@molehill/core/processes/ring-log';
import { editorErrors } from '@molehill/editor/errors';
import type { StartContext } from '@molehill/editor/host';
import type { Env } from '../machine-tools/machine-tool.ts';
import type { TaskReference } from './launches.ts';
import { readyPattern } from './ready-pattern.ts';
import { refuseAsked } from './resolve.ts';
import { commandOf } from './task-command.ts';
import { dependenciesOf, findTask, type TaskDefinition, tasksIn } from './task-definitions.ts';
import { substitute, type VariableContext } from './variables.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

const TAIL_CHARACTERS = 2_000;

/** Tasks that were run for a session; the background ones end with it. */
export interface RunningTasks {
  end(): Promise<void>;
}

export interface TasksOptions {
  readonly files: WorkspaceFiles;
  readonly env: Env;
  readonly reaper: Reaper;
}

/** Runs tasks of tasks.json and npm scripts before a program. */
export class Tasks {
  readonly #options: TasksOptions;

  constructor(options: TasksOptions) {
    this.#options = options;
  }

  /** Resolves when the task and those it depends on have ended well or, in the background, are ready. E_PRELAUNCH_FAILED. */
  async run(reference: TaskReference, context: StartContext): Promise<RunningTasks> {
    const run = new TaskRun(tasksIn(await this.#options.files.read('tasks')), reference, {
      ...this.#options,
      context,
    });
    try {
      await run.task(reference.task, []);
      return run;
    } catch (error) {
      await run.end();
      throw error;
    }
  }
}

interface RunOptions extends TasksOptions {
  readonly context: StartContext;
}

class TaskRun implements RunningTasks {
  readonly #tasks: readonly TaskDefinition[];
  readonly #folder: string;
  readonly #variables: VariableContext;
  readonly #options: RunOptions;
  readonly #groups = new Set<ProcessGroup>();
  /** A task that several depend on runs once. */
  readonly #runs = new Map<string, Promise<void>>();

  constructor(tasks: readonly TaskDefinition[], { folder, variables }: TaskReference, options: RunOptions) {
    this.#tasks = tasks;
    this.#folder = folder;
    this.#variables = variables;
    this.#options = options;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#groups].map((group) => group.end()));
  }

  async task(reference: TaskReference['task'], dependents: readonly string[]): Promise<void> {
    const task = await findTask(this.#tasks, reference, this.#folder);
    if (dependents.includes(task.label))
      throw failed(task, `depends on itself: ${[...dependents, task.label].join(' → ')}`);
    const earlier = this.#runs.get(task.label);
    const run = earlier ?? this.#withDependencies(task, [...dependents, task.label]);
    this.#runs.set(task.label, run);
    await run;
  }

  async #withDependencies(task: TaskDefinition, dependents: readonly string[]): Promise<void> {
    const { tasks, isSequence } = dependenciesOf(task);
    if (isSequence) for (const dependency of tasks) await this.task(dependency, dependents);
    else await Promise.all(tasks.map((dependency) => this.task(dependency, dependents)));
    await this.#start(task);
  }

  async #start(written: TaskDefinition): Promise<void> {
    refuseAsked(written.value, written.label);
    const variables = { ...this.#variables, folder: written.folder };
    const task = { ...written, value: substitute(written.value, variables) };
    const { env, reaper, context } = this.#options;
    const command = commandOf(task, env);
    if (!command) return;
    context.signal.throwIfAborted();
    context.progress(0, undefined, `Running task ${task.label}`);
    const group = await ProcessGroup.start(command, reaper).catch((error: unknown) => {
      throw failed(task, `did not start: ${messageOf(error)}`);
    });
    this.#groups.add(group);
    group.stdin.end();
    group.exited.then(() => this.#groups.delete(group));
    const stop = () => void group.end();
    context.signal.addEventListener('abort', stop, { once: true });
    try {
      await (task.value.isBackground === true ? untilReady(task, group) : untilEnded(task, group));
    } catch (error) {
      context.signal.throwIfAborted();
      throw error;
    } finally {
      context.signal.removeEventListener('abort', stop);
    }
  }
}

async function untilEnded(task: TaskDefinition, group: ProcessGroup): Promise<void> {
  const output = collect([group.stdout, group.stderr]);
  const exit = await group.exited;
  await group.end();
  if (exit.code !== 0) throw failed(task, exitText(exit), output);
}

/** The output is read on after that, so the task is never blocked. */
async function untilReady(task: TaskDefinition, group: ProcessGroup): Promise<void> {
  const pattern = readyPattern(task.value.problemMatcher);
  if (!pattern) {
    const reason = 'runs in the background, and its problemMatcher has no background.endsPattern to wait for';
    throw failed(task, reason);
  }
  await new Promise<void>((resolve, reject) => {
    const output = collect([group.stdout, group.stderr], (line) => {
      if (pattern.test(line)) resolve();
    });
    group.exited.then(async (exit) => {
      await group.end();
      reject(failed(task, `${exitText(exit)} before it was ready`, output));
    });
  });
}

function collect(streams: readonly Readable[], onLine?: (line: string) => void): RingLog {
  const output = new RingLog();
  for (const stream of streams) {
    let rest = '';
    drain(stream, (chunk) => {
      output.write(chunk);
      if (!onLine) return;
      const lines = (rest + chunk.toString('utf8')).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(stripVTControlCharacters(line));
    });
  }
  return output;
}

function failed({ label }: TaskDefinition, reason: string, output?: RingLog) {
  const tail = stripVTControlCharacters(output?.tail(TAIL_CHARACTERS) ?? '');
  const message = `The task "${label}" ${reason}.${tail ? ` Its last output:\n${tail}` : ''}`;
  return editorErrors.fail('E_PRELAUNCH_FAILED', message, { details: { task: label } });
}
