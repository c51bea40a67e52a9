import { join, resolve } from 'node:path';
import { isRecord } from '@molehill/core/record';
import { editorErrors } from '@molehill/editor/errors';
import { findProgram } from '../machine-tools/find-program.ts';
import type { Env } from '../machine-tools/machine-tool.ts';
import type { JsonObject } from './json-file.ts';
import type { TaskDefinition } from './task-definitions.ts';

export interface TaskCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Env;
}

/** The program of a task whose variables are replaced. Undefined for one that only depends on others. */
export function commandOf({ label, folder, value }: TaskDefinition, env: Env): TaskCommand | undefined {
  const options = isRecord(value.options) ? value.options : {};
  const place = {
    cwd: typeof options.cwd === 'string' ? resolve(folder, options.cwd) : folder,
    env: { ...env, ...textValues(options.env) },
  };
  if (value.type === 'npm') return { ...place, ...npmCommand(value, folder) };
  if (value.command === undefined) return undefined;
  if (value.type === 'process')
    return { ...place, command: textOf(value.command), args: listOf(value.args).map(textOf) };
  if (value.type === 'shell' || value.type === undefined)
    return { ...place, ...shellCommand(lineOf(value), options.shell, env) };
  throw editorErrors.fail(
    'E_PRELAUNCH_FAILED',
    `The task "${label}" is of type ${String(value.type)}, which only VS Code can run.`,
    {
      hint: 'Use a task of type shell, process or npm, or start without it in {param:config}.',
      retryable: false,
    },
  );
}

function npmCommand({ script, path }: JsonObject, folder: string) {
  const cwd = typeof path === 'string' ? join(folder, path) : folder;
  const name = textOf(script);
  const args = name === 'install' ? ['install'] : ['run', name];
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', ['npm', ...args].join(' ')], cwd }
    : { command: 'npm', args, cwd };
}

function shellCommand(line: string, shell: unknown, env: Env) {
  if (isRecord(shell) && typeof shell.executable === 'string') {
    const args = Array.isArray(shell.args) ? shell.args.map(String) : ['-c'];
    return { command: shell.executable, args: [...args, line] };
  }
  if (process.platform === 'win32') return { command: 'cmd.exe', args: ['/d', '/s', '/c', line] };
  return { command: findProgram(['bash'], env) ?? '/bin/sh', args: ['-c', line] };
}

/** A command without arguments is a whole command line; otherwise what has blanks is quoted. */
function lineOf({ command, args }: JsonObject): string {
  const given = listOf(args);
  if (given.length === 0) return textOf(command);
  return [command, ...given].map(quoted).join(' ');
}

function quoted(argument: unknown): string {
  const text = textOf(argument);
  const quoting = isRecord(argument) ? argument.quoting : undefined;
  if (quoting === 'escape') return text.replace(/[^\w./:=@%+,-]/g, '\\$&');
  if (quoting === 'weak') return `"${text.replaceAll('"', '\\"')}"`;
  if (quoting !== 'strong' && !/\s/.test(text)) return text;
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}

function textOf(value: unknown): string {
  if (isRecord(value)) return textOf(value.value);
  return Array.isArray(value) ? value.join(' ') : String(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textValues(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item)]));
}
