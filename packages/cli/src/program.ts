import { stripVTControlCharacters } from 'node:util';
import { isMolehillError } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import { type CommandDef, type Resolvable, runCommand, runMain } from 'citty';
import { reportError, UsageError } from './output.ts';
import { version } from './version.ts';

type Program = 'molehill' | 'vscb';

const programs: Readonly<Record<Program, CommandDef>> = {
  molehill: {
    meta: { name: 'molehill', version, description: 'One MCP endpoint for a coding agent' },
    subCommands: {
      mcp: () => import('./commands/mcp.ts').then((module) => module.mcp),
      up: () => import('./commands/up.ts').then((module) => module.up),
      open: () => import('./commands/open.ts').then((module) => module.open),
      connections: () => import('./commands/connections.ts').then((module) => module.connections),
      tools: () => import('./commands/tools.ts').then((module) => module.tools),
      servers: () => import('./commands/servers/servers.ts').then((module) => module.servers),
      project: () => import('./commands/project/project.ts').then((module) => module.project),
      adapters: () => import('./commands/adapters.ts').then((module) => module.adapters),
      windows: () => import('./commands/windows.ts').then((module) => module.windows),
      status: () => import('./commands/status.ts').then((module) => module.status),
    },
  },
  vscb: {
    meta: { name: 'vscb', version, description: 'Debugging tools for agents and terminals' },
    subCommands: {
      mcp: () => import('./commands/vscb.ts').then((module) => module.mcp),
      list: () => import('./commands/vscb.ts').then((module) => module.list),
      show: () => import('./commands/vscb.ts').then((module) => module.show),
      exec: () => import('./commands/exec.ts').then((module) => module.exec),
      status: () => import('./commands/exec.ts').then((module) => module.hostStatus),
      completion: () => import('./commands/completion.ts').then((module) => module.completion),
    },
  },
};

/** Runs one command. Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted. */
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
    process.exitCode = reportError(name, await asUsageError(error, name, rawArgs));
  }
}

/** An error of the argument parser is a usage error; any other error is reported unchanged. */
async function asUsageError(error: unknown, name: Program, args: readonly string[]): Promise<unknown> {
  if (isMolehillError(error) || !(error instanceof Error) || error.name !== 'CLIError') return error;
  const path: string[] = [name];
  let near: string | undefined;
  let known = await resolved(programs[name].subCommands);
  for (const word of args.filter((arg) => !arg.startsWith('-'))) {
    const command = known?.[word];
    near = command ? undefined : nearest(word, Object.keys(known ?? {}));
    if (!command) break;
    path.push(word);
    known = await resolved((await resolved(command))?.subCommands);
  }
  const hint = near ? `Did you mean "${near}"?` : `See ${path.join(' ')} --help.`;
  return new UsageError(stripVTControlCharacters(error.message).replace(/\.?$/, '.'), hint);
}

async function resolved<T>(value: Resolvable<T> | undefined): Promise<T | undefined> {
  return value instanceof Function ? value() : value;
}
