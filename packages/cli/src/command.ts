import { parseArgs } from 'node:util';
import { nearest } from '@molehill/core/near';
import { type ArgsDef, type CommandContext, type CommandDef, defineCommand } from 'citty';
import { UsageError } from './output.ts';

interface Command<T extends ArgsDef> {
  readonly name: string;
  readonly description: string;
  readonly args: T;
  /** Takes more positional arguments than `args` names. */
  readonly variadic?: boolean;
  run(context: CommandContext<T>, repeated: RepeatedFlag): Promise<void>;
}

/** All values of a flag that may be repeated; `context.args` has only the last. */
export type RepeatedFlag = (flag: string) => readonly string[];

export function command<const T extends ArgsDef>(definition: Command<T>): CommandDef<T> {
  const { name, description, args } = definition;
  return defineCommand<T>({
    meta: { name, description },
    args,
    run: (context) => definition.run(context, parseStrictly(definition, context.rawArgs)),
  });
}

/** citty ignores unknown flags, missing values and extra arguments. Node's own parser rejects them. */
function parseStrictly<T extends ArgsDef>(definition: Command<T>, rawArgs: string[]): RepeatedFlag {
  const { name, args, variadic } = definition;
  const flags = Object.entries(args).filter(([, { type }]) => type !== 'positional');
  const options = Object.fromEntries(
    flags.map(([flag, { type }]) => {
      const kind = type === 'boolean' ? ('boolean' as const) : ('string' as const);
      return [flag, { type: kind, multiple: true as const }];
    }),
  );
  try {
    const parsed = parseArgs({ args: rawArgs, options, allowPositionals: true, allowNegative: true });
    const extra = parsed.positionals[Object.keys(args).length - flags.length];
    if (extra !== undefined && !variadic)
      throw new UsageError(`${name} does not take "${extra}".`, `See ${name} --help.`);
    return (flag) => (parsed.values[flag] ?? []).map(String);
  } catch (error) {
    throw error instanceof TypeError ? usageError(error, name, Object.keys(options)) : error;
  }
}

function usageError({ message }: TypeError, command: string, flags: readonly string[]): UsageError {
  const [problem] = message.split(/\.(?:\s|$)/, 1);
  const unknown = /^Unknown option '--?(?:no-)?([^']+)'/.exec(message)?.[1];
  const near = unknown && nearest(unknown, flags);
  return new UsageError(`${problem}.`, near ? `Did you mean --${near}?` : `See ${command} --help.`);
}

/** A flag with a value. */
export function text(description: string, valueHint?: string) {
  return { type: 'string' as const, description, ...(valueHint === undefined ? {} : { valueHint }) };
}

/** A flag that is off unless it is given. */
export function flag(description: string) {
  return { type: 'boolean' as const, description, default: false as const };
}

export function word(description: string) {
  return { type: 'positional' as const, description };
}

/** For commands that read a project's configuration without opening its servers. */
export const workspaceArg = {
  workspace: { type: 'string', description: 'Project folder', valueHint: 'DIR', default: '.' },
} as const;

/** For commands that open the workbench. */
export const commonArgs = {
  ...workspaceArg,
  timeout: text('Time limit of a call (default 30000)', 'MS'),
} as const;

export const jsonArg = { json: flag('Print JSON') } as const;
