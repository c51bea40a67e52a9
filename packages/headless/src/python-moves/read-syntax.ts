import { messageOf } from '@molehill/core/errors';
import { exitText, ProcessGroup } from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type { Env } from '../machine-tools/machine-tool.ts';
import { pythonInterpreter } from '../python-interpreter.ts';
import { type PythonSyntax, pythonSyntax, type SyntaxRequest } from './syntax.ts';
import { syntaxScript } from './syntax-script.ts';

export interface InterpreterOptions {
  readonly env: Env;
  readonly reaper: Reaper;
  readonly signal: AbortSignal;
}

const TAIL_CHARACTERS = 400;

/** Runs the interpreter of the project once. E_NO_LANGUAGE_SERVER where there is none. */
export async function readSyntax(
  request: SyntaxRequest,
  folder: string,
  options: InterpreterOptions,
): Promise<PythonSyntax> {
  const command = pythonInterpreter(folder, options.env);
  // Isolated, so that a module of the project cannot take the place of one of the standard library.
  const args = ['-I', '-S', '-W', 'ignore', '-c', syntaxScript];
  const output = await run({ command, args, cwd: folder, input: JSON.stringify(request) }, options);
  return pythonSyntax.parse(JSON.parse(output));
}

interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly input: string;
}

async function run({ input, ...start }: Run, { env, reaper, signal }: InterpreterOptions): Promise<string> {
  signal.throwIfAborted();
  const group = await ProcessGroup.start({ ...start, env }, reaper).catch((error: unknown) => {
    throw noInterpreter(`${start.command} cannot be started: ${messageOf(error)}.`);
  });
  const [output, problems] = [textOf(group.stdout), textOf(group.stderr)];
  group.stdin.end(input);
  const stop = () => void group.end();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const exit = await group.exited;
    signal.throwIfAborted();
    if (exit.code === 0) return await output;
    const said = (await problems).trim().slice(-TAIL_CHARACTERS);
    throw noInterpreter(`${start.command} ${exitText(exit)}: ${said}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) text += String(chunk);
  return text;
}

function noInterpreter(reason: string) {
  const message = `Imports of Python files are found by Python itself, and ${reason}`;
  const hint = 'Install Python 3.8 or later, or make a virtual environment in .venv, then call again.';
  return editorErrors.fail('E_NO_LANGUAGE_SERVER', message, { hint });
}
