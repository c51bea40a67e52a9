import { addServer, removeServer } from '@molehill/gateway/config/edit';
import { command, jsonArg, type RepeatedFlag, workspaceArg } from '../../command.ts';
import { print, printJson, UsageError } from '../../output.ts';
import { readConfigured } from '../../upstreams/configured.ts';

const targetArgs = {
  ...workspaceArg,
  ...jsonArg,
  user: { type: 'boolean', description: 'For yourself, in every folder', default: false },
  name: { type: 'positional', description: 'The name of the server', required: true },
} as const;

export const add = command({
  name: 'add',
  description: 'Configure a server: its command after --, or its address with --url',
  variadic: true,
  args: {
    ...targetArgs,
    url: { type: 'string', description: 'The address of a server over HTTP', valueHint: 'URL' },
    sse: { type: 'boolean', description: 'It speaks the older SSE transport', default: false },
    env: { type: 'string', description: 'One variable for it; may be given again', valueHint: 'NAME=VALUE' },
    header: { type: 'string', description: 'One header for it; may be given again', valueHint: 'NAME=VALUE' },
    replace: { type: 'boolean', description: 'Take the place of a server of that name', default: false },
  },
  async run({ args, rawArgs }, repeated) {
    const entry = entryOf(args, rawArgs, repeated);
    const file = await addServer(targetOf(args), args.name, entry, { replace: args.replace });
    tell(args.json, file, `${args.name} is in ${file}.${args.user ? '' : approveFirst(args.name)}`);
  },
});

export const remove = command({
  name: 'remove',
  description: 'Take a server out of the configuration',
  args: targetArgs,
  async run({ args }) {
    const file = await removeServer(targetOf(args), args.name);
    tell(args.json, file, `${args.name} is no longer in ${file}.`);
  },
});

function targetOf(args: { readonly user: boolean; readonly workspace: string }) {
  const { directory, stateRoot } = readConfigured(args.workspace);
  return { scope: args.user ? ('user' as const) : ('project' as const), directory, stateRoot };
}

interface AddFlags {
  readonly url?: string | undefined;
  readonly sse: boolean;
}

function entryOf(
  { url, sse }: AddFlags,
  rawArgs: readonly string[],
  repeated: RepeatedFlag,
): Record<string, unknown> {
  const [command, ...args] = afterDashes(rawArgs);
  if ((url === undefined) === (command === undefined))
    throw new UsageError(
      url === undefined ? 'Neither a command nor --url is given.' : 'Both a command and --url are given.',
      'Example: molehill servers add files -- npx -y @modelcontextprotocol/server-filesystem .',
    );
  if (url !== undefined) return { type: sse ? 'sse' : 'http', url, ...pairs('headers', 'header', repeated) };
  return { command, args, ...pairs('env', 'env', repeated) };
}

function afterDashes(rawArgs: readonly string[]): readonly string[] {
  const dashes = rawArgs.indexOf('--');
  return dashes === -1 ? [] : rawArgs.slice(dashes + 1);
}

function pairs(key: string, flag: string, repeated: RepeatedFlag): Record<string, unknown> {
  const given = repeated(flag);
  if (given.length === 0) return {};
  return { [key]: Object.fromEntries(given.map((pair) => splitPair(pair, flag))) };
}

function splitPair(pair: string, flag: string): [string, string] {
  const separator = pair.indexOf('=');
  if (separator < 1)
    throw new UsageError(`"${pair}" is not of the form NAME=VALUE.`, `Example: --${flag} KEY='\${env:KEY}'`);
  return [pair.slice(0, separator), pair.slice(separator + 1)];
}

function approveFirst(name: string): string {
  return ` It starts after molehill servers approve ${name}.`;
}

function tell(json: boolean, file: string, text: string): void {
  if (json) printJson({ file });
  else print(text);
}
