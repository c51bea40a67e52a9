import { nearest } from '@molehill/core/near';
import { type ArgsDef, type CommandContext, type CommandDef, defineCommand } from 'citty';
import { UsageError } from './output.ts';

export interface Command<T extends ArgsDef> {
  readonly name: string;
  readonly description: string;
  readonly args: T;
  /** Further words are part of the command, not a mistake. */
  readonly takesWords?: boolean;
  run(context: CommandContext<T>): Promise<void>;
}

/** A command that refuses flags it does not have: a mistyped flag that is silently ignored does something else than asked. */
export function command<const T extends ArgsDef>(definition: Command<T>): CommandDef<T> {
  return defineCommand<T>({
    meta: { name: definition.name, description: definition.description },
    args: definition.args,
    run: async (context) => {
      refuseUnknownFlags(definition, context.rawArgs);
      refuseExtraWords(definition, context.args._);
      await definition.run(context);
    },
  });
}

function refuseUnknownFlags<T extends ArgsDef>(definition: Command<T>, rawArgs: readonly string[]): void {
  const known = Object.keys(definition.args);
  const end = rawArgs.indexOf('--');
  for (const arg of end === -1 ? rawArgs : rawArgs.slice(0, end)) {
    const [, dashes, flag] = /^(--?)(?:no-)?([a-z][^=]*)/i.exec(arg) ?? [];
    if (flag === undefined || (dashes === '--' && known.includes(flag))) continue;
    const near = nearest(flag, known);
    throw new UsageError(
      `${definition.name} has no flag ${dashes}${flag}.`,
      near ? `Did you mean --${near}?` : `See ${definition.name} --help.`,
    );
  }
}

function refuseExtraWords<T extends ArgsDef>(definition: Command<T>, words: readonly string[]): void {
  const places = Object.values(definition.args).filter((arg) => arg.type === 'positional').length;
  const extra = words[places];
  if (definition.takesWords || extra === undefined) return;
  throw new UsageError(`${definition.name} does not take "${extra}".`, `See ${definition.name} --help.`);
}

/** All values of a flag that may be given again; the parser keeps only the last. */
export function repeated(flag: string, rawArgs: readonly string[]): string[] {
  const end = rawArgs.indexOf('--');
  const own = end === -1 ? rawArgs : rawArgs.slice(0, end);
  return own.flatMap((arg, index) => {
    if (arg.startsWith(`--${flag}=`)) return [arg.slice(flag.length + 3)];
    const next = own[index + 1];
    return arg === `--${flag}` && next !== undefined ? [next] : [];
  });
}

/** For commands that look at a project without opening it. */
export const workspaceArg = {
  workspace: { type: 'string', description: 'The project to work on', valueHint: 'DIR', default: '.' },
} as const;

/** Flags every command has that opens the workbench. */
export const commonArgs = {
  ...workspaceArg,
  timeout: { type: 'string', description: 'How long a call may take (default 30000)', valueHint: 'MS' },
} as const;

export const jsonArg = {
  json: { type: 'boolean', description: 'Print JSON for programs', default: false },
} as const;
