import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { messageOf } from '@molehill/core/errors';
import { ProcessGroup } from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type { StartContext } from '@molehill/editor/host';
import type { Program, ProgramEnd, Runner } from './framework.ts';

export interface RunnerOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly reaper: Reaper;
}

const PROGRESS_MS = 3_000;
const TAIL_LINES = 40;
const LINE_CHARACTERS = 400;
/** A longer line is not JSON of a test event; the rest of it is dropped. */
const MOST_LINE_CHARACTERS = 1_000_000;

/** Runs `work` with a runner, and removes its folders afterwards. */
export async function withRunner<T>(
  context: StartContext,
  options: RunnerOptions,
  work: (runner: Runner) => Promise<T>,
): Promise<T> {
  const folders: string[] = [];
  const runner: Runner = {
    context,
    run: (program, onLine) => runProgram(program, context, options, onLine),
    folder: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'molehill-tests-'));
      folders.push(folder);
      return folder;
    },
  };
  try {
    return await work(runner);
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

async function runProgram(
  program: Program,
  context: StartContext,
  options: RunnerOptions,
  onLine: ((line: string) => void) | undefined,
): Promise<ProgramEnd> {
  context.signal.throwIfAborted();
  const group = await start(program, options);
  const tail = new Tail();
  const read = [
    readLines(group.stdout, (line) => (onLine ? onLine(line) : tail.add(line))),
    readLines(group.stderr, (line) => tail.add(line)),
  ];
  group.stdin.end();
  const stop = () => void group.end();
  context.signal.addEventListener('abort', stop, { once: true });
  const stopReporting = reportProgress(context, tail);
  try {
    const { code } = await group.exited;
    await group.end();
    await Promise.all(read);
    context.signal.throwIfAborted();
    return { code, tail: tail.lines };
  } finally {
    stopReporting();
    context.signal.removeEventListener('abort', stop);
  }
}

async function start({ command, args, cwd, env }: Program, options: RunnerOptions): Promise<ProcessGroup> {
  const all = { ...options.env, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined, ...env };
  try {
    return await ProcessGroup.start({ command, args, cwd, env: all }, options.reaper);
  } catch (cause) {
    const message = `${command} could not be started in ${cwd}: ${messageOf(cause)}`;
    throw editorErrors.fail('E_TESTS_NOT_DISCOVERED', message, { cause });
  }
}

function reportProgress({ progress }: StartContext, tail: Tail): () => void {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    progress(Math.round((performance.now() - startedAt) / 1_000), undefined, tail.lines.at(-1));
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

/** The last lines that have text, cut to what a caller reads. */
class Tail {
  lines: readonly string[] = [];

  add(line: string): void {
    const text = stripVTControlCharacters(line).trimEnd();
    if (text === '') return;
    const shown = text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS)}…` : text;
    this.lines = [...this.lines.slice(1 - TAIL_LINES), shown];
  }
}

/** Resolves when the stream is closed. */
function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): Promise<void> {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, MOST_LINE_CHARACTERS);
    lines.forEach(onLine);
  });
  return new Promise((resolve) => {
    stream.once('close', () => {
      if (rest) onLine(rest);
      resolve();
    });
  });
}
