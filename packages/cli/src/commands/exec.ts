import { toolSummary } from '@molehill/core/summary';
import { command, commonArgs, jsonArg } from '../command.ts';
import { reachHost, ways } from '../host/reach.ts';
import { callFromTerminal, showCall } from '../terminal-call.ts';
import { inputFromWords } from '../terminal-input.ts';
import { openWorkbench } from '../workbench.ts';
import { chooseTool, inputArg } from './tools.ts';

const viaArg = {
  via: {
    type: 'enum' as const,
    options: [...ways],
    default: 'auto' as const,
    description: 'How to reach whoever has the project open; with auto it is done here when nobody has',
  },
};

const args = { ...commonArgs, ...jsonArg, ...viaArg };

interface Opening {
  readonly workspace: string;
  readonly timeout: string | undefined;
  readonly json: boolean;
  readonly via: (typeof ways)[number];
}

export const exec = command({
  name: 'exec',
  description: 'Call a tool of whoever has the project open, and print its answer',
  variadic: true,
  args: {
    ...args,
    ...inputArg,
    param: { type: 'string', description: 'One argument; may be given again', valueHint: 'NAME=VALUE' },
    tool: {
      type: 'positional',
      description: 'The tool, as SERVER TOOL or SERVER__TOOL, then its arguments as name=value',
    },
  },
  run: ({ args: { _: words, ...args } }, repeated) =>
    callThere([...words, ...repeated('param')], args.input, args),
});

export const hostStatus = command({
  name: 'status',
  description: 'What can be done in this project, as whoever has it open says',
  args,
  run: (context) => callThere(['molehill__status'], undefined, context.args),
});

async function callThere(
  words: readonly string[],
  json: string | undefined,
  opening: Opening,
): Promise<void> {
  const { workspace, timeout, via } = opening;
  const workbench = await openWorkbench({ env: process.env, workspace, flags: { timeoutMs: timeout } });
  const { entry, rest } = await chooseTool(workbench.catalogue, words);
  const input = await inputFromWords(toolSummary(entry).inputSchema, rest, json);
  const host = await reachHost({ env: process.env, workspace: workbench.workspace, via });
  if (!host) return callFromTerminal(workbench, entry, input, opening);
  await workbench.close();
  await showCall((context) => host.call(entry.name, input, context), opening);
}
