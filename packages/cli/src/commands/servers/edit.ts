import { visibleLine } from '@molehill/core/visible-text';
import { addServer, removeServer } from '@molehill/gateway/config/edit';
import { command, flag, jsonArg, type RepeatedFlag, text, workspaceArg } from '../../command.ts';
import { print, printJson, UsageError } from '../../output.ts';
import { readConfigured } from '../../upstreams/configured.ts';

const targetArgs = {
  ...workspaceArg,
  ...jsonArg,
  user: flag('In your user configuration, for every project'),
  name: { type: 'positional', description: 'Server name', required: true },
} as const;

export const add = command({
  name: 'add',
  description: 'Add an upstream server: its command after --, or its URL with --url',
  variadic: true,
  args: {
    ...targetArgs,
    url: text('URL of an HTTP server', 'URL'),
    sse: flag('Use the legacy SSE transport'),
    env: text('Environment variable; repeatable', 'NAME=VALUE'),
    header: text('HTTP header; repeatable', 'NAME=VALUE'),
    replace: flag('Replace a server of the same name'),
  },
  async run({ args, rawArgs }, repeated) {
    const entry = entryOf(args, rawArgs, repeated);
    const file = await addServer(targetOf(args), args.name, entry, { replace: args.replace });
    const next = args.user ? '' : ` It starts after molehill servers approve ${args.name}.`;
    report(args.json, file, `Added ${args.name} to ${file}.${next}`);
  },
});

export const remove = command({
  name: 'remove',
  description: 'Remove an upstream server',
  args: targetArgs,
  async run({ args }) {
    const file = await removeServer(targetOf(args), args.name);
    report(args.json, file, `Removed ${args.name} from ${file}.`);
  },
});

function targetOf(args: { readonly user: boolean; readonly workspace: string }) {
  const { directory, stateRoot } = readConfigured(args.workspace);
  return { scope: args.user ? ('user' as const) : ('project' as const), directory, stateRoot };
}

function entryOf(
  { url, sse }: { readonly url?: string | undefined; readonly sse: boolean },
  rawArgs: readonly string[],
  repeated: RepeatedFlag,
): Record<string, unknown> {
  const separator = rawArgs.indexOf('--');
  const [command, ...args] = separator === -1 ? [] : rawArgs.slice(separator + 1);
  if ((url === undefined) === (command === undefined))
    throw new UsageError(
      url === undefined ? 'Give a command or --url.' : 'Give either a command or --url, not both.',
      'Example: molehill servers add files -- npx -y @modelcontextprotocol/server-filesystem .',
    );
  if (url !== undefined) return { type: sse ? 'sse' : 'http', url, ...pairs('headers', 'header', repeated) };
  return { command, args, ...pairs('env', 'env', repeated) };
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

function report(json: boolean, file: string, text: string): void {
  if (json) printJson({ file });
  else print(visibleLine(text));
}
