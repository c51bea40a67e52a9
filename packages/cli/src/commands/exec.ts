import { JobClient } from '@molehill/bridge/jobs/client';
import { toolSummary } from '@molehill/core/summary';
import type { ParsedArgs } from 'citty';
import { command, commonArgs, jsonArg, text } from '../command.ts';
import { hostTransports, reachHost } from '../host/reach.ts';
import { UsageError } from '../output.ts';
import { callFromTerminal, showCall } from '../terminal-call.ts';
import { inputFromWords } from '../terminal-input.ts';
import { openWorkbench } from '../workbench.ts';
import { callArgs, chooseTool } from './tools.ts';

const viaArg = {
  via: {
    type: 'enum' as const,
    options: [...hostTransports],
    default: 'auto' as const,
    description:
      'How to reach the process that has the project open; auto runs the tool here if there is none',
  },
};

const args = { ...commonArgs, ...jsonArg, ...viaArg };

type HostFlags = ParsedArgs<typeof args> & { readonly session?: string | undefined };

export const exec = command({
  name: 'exec',
  description: 'Call a tool in the process that has the project open',
  variadic: true,
  args: {
    ...args,
    ...callArgs,
    param: text('One argument; repeatable', 'NAME=VALUE'),
    session: text(
      'Session whose calls share cursors and other handles; implies --via jobs (default: vscb)',
      'NAME',
    ),
  },
  run: ({ args }, repeated) => callHost([...args._, ...repeated('param')], args.input, args),
});

export const hostStatus = command({
  name: 'status',
  description: 'Status of the process that has the project open',
  args,
  run: (context) => callHost(['molehill__status'], undefined, context.args),
});

async function callHost(words: readonly string[], json: string | undefined, flags: HostFlags): Promise<void> {
  const { session } = flags;
  if (session !== undefined && flags.via === 'http')
    throw new UsageError('--session needs the job folder.', 'Use --via jobs.');
  const workbench = await openWorkbench(flags);
  const { entry, rest } = await chooseTool(workbench.catalogue, words);
  const input = await inputFromWords(toolSummary(entry).inputSchema, rest, json);
  const via = session === undefined ? flags.via : 'jobs';
  const host = await reachHost({ env: process.env, workspace: workbench.workspace, via });
  if (!host) return callFromTerminal(workbench, entry, input, flags);
  await workbench.close();
  const { name: tool } = entry;
  if (session === undefined) return showCall((context) => host.call(tool, input, context), flags);
  const [workspace = workbench.workspace] = host.window.folders;
  const client = new JobClient({ workspace, name: 'vscb', session });
  await showCall(({ signal, onProgress }) => client.call({ tool, input, signal, onProgress }), flags);
}
