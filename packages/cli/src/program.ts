import { isMolehillError } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import { type CommandDef, runCommand, runMain } from 'citty';
import { reportError, UsageError } from './output.ts';
import { version } from './version.ts';

type Program = 'molehill' | 'vscb';

const load = {
  mcp: () => import('./commands/mcp.ts').then((module) => module.mcp),
  up: () => import('./commands/up.ts').then((module) => module.up),
  tools: () => import('./commands/tools.ts').then((module) => module.tools),
  list: () => import('./commands/tools.ts').then((module) => module.list),
  show: () => import('./commands/tools.ts').then((module) => module.show),
  call: () => import('./commands/tools.ts').then((module) => module.call),
  status: () => import('./commands/status.ts').then((module) => module.status),
};

const programs: Readonly<Record<Program, CommandDef>> = {
  molehill: {
    meta: { name: 'molehill', version, description: 'The workbench of a developer as one MCP endpoint' },
    subCommands: { mcp: load.mcp, up: load.up, tools: load.tools, status: load.status },
  },
  vscb: {
    meta: { name: 'vscb', version, description: 'The tools of Molehill from a terminal, one word each' },
    subCommands: { mcp: load.mcp, list: load.list, show: load.show, exec: load.call, status: load.status },
  },
};

/** Runs one command. Exit codes: 0 done, 1 failed, 2 called wrongly, 130 interrupted. */
export async function runProgram(name: Program, args: readonly string[]): Promise<void> {
  const program = programs[name];
  const rawArgs = args.length === 0 ? ['--help'] : [...args];
  if (rawArgs.some((arg) => arg === '--help' || arg === '-h')) {
    await runMain(program, { rawArgs });
    return;
  }
  try {
    await runCommand(program, { rawArgs });
  } catch (error) {
    process.exitCode = reportError(name, asUsageError(error, program, rawArgs, name));
  }
}

/** What the argument parser complains of is the caller's mistake; anything else is reported as it is. */
function asUsageError(
  error: unknown,
  program: CommandDef,
  rawArgs: readonly string[],
  name: Program,
): unknown {
  if (isMolehillError(error) || !(error instanceof Error) || error.name !== 'CLIError') return error;
  const known = Object.keys(program.subCommands ?? {});
  const word = rawArgs.find((arg) => !arg.startsWith('-')) ?? '';
  const near = known.includes(word) ? undefined : nearest(word, known);
  const hint = near
    ? `Did you mean "${near}"?`
    : `See ${name}${known.includes(word) ? ` ${word}` : ''} --help.`;
  return new UsageError(stripColour(error.message), hint);
}

function stripColour(text: string): string {
  return text.replace(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '');
}
