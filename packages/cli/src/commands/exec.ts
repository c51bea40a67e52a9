import { JobClient } from '@molehill/bridge/jobs/client';
import type { Catalogue, CatalogueEntry } from '@molehill/core/catalogue';
import { isMolehillError } from '@molehill/core/errors';
import { toolSummary } from '@molehill/core/summary';
import { isUpstreamTool } from '@molehill/core/upstream';
import type { ParsedArgs } from 'citty';
import { command, commonArgs, jsonArg, text, word } from '../command.ts';
import { hostArg } from '../editor/args.ts';
import { chooseEditorWindow, type EditorHostKind } from '../editor/bridge-view.ts';
import { type HostTransport, hostTransports, reachHost } from '../host/reach.ts';
import { printError, UsageError } from '../output.ts';
import { callFromTerminal, showCall } from '../terminal-call.ts';
import { inputFromWords } from '../terminal-input.ts';
import { openWorkbench, type Workbench } from '../workbench.ts';
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

const args = { ...commonArgs, ...jsonArg, ...viaArg, ...hostArg };

type HostFlags = ParsedArgs<typeof args> & { readonly session?: string | undefined };

export const exec = command({
  name: 'exec',
  description: 'Call a tool in the process that has the project open',
  variadic: true,
  args: {
    ...args,
    ...callArgs,
    tool: word('Editor tool, or another as SERVER TOOL or SERVER__TOOL; then arguments as name=value'),
    param: text('One argument; repeatable', 'NAME=VALUE'),
    session: text(
      'Session whose calls share debug sessions, cursors and other handles; implies --via jobs (default: vscb)',
      'NAME',
    ),
  },
  run: ({ args }, repeated) => callHost([...args._, ...repeated('param')], args.input, args),
});

export const hostStatus = command({
  name: 'status',
  description: 'Open windows, and where the editor tools run',
  args,
  run: (context) => callHost(['bridge_status'], undefined, context.args),
});

async function callHost(words: readonly string[], json: string | undefined, flags: HostFlags): Promise<void> {
  const { session } = flags;
  if (session !== undefined && flags.via === 'http')
    throw new UsageError('--session needs the job folder.', 'Use --via jobs.');
  const workbench = await openWorkbench(flags);
  const { entry, rest } = await chooseVscbTool(workbench.catalogue, words);
  const input = await inputFromWords(toolSummary(entry).inputSchema, rest, json);
  const host = await hostFor(workbench, entry, flags);
  if (!host) return callHere(workbench, entry, input, flags);
  await workbench.close();
  const { name: tool } = entry;
  if (session === undefined) return showCall((context) => host.call(tool, input, context), flags);
  const [workspace = workbench.workspace] = host.window.folders;
  const client = new JobClient({ workspace, name: 'vscb', session });
  await showCall(({ signal, onProgress }) => client.call({ tool, input, signal, onProgress }), flags);
}

/** A bare name is one of an editor tool. */
async function chooseVscbTool(catalogue: Catalogue, words: readonly string[]) {
  const [first] = words;
  const isPrefixed = first?.includes('__') || catalogue.servers.some(({ id }) => id === first);
  return chooseTool(catalogue, first === undefined || isPrefixed ? words : ['editor', ...words]);
}

/** Windows that serve the editor tools. */
const windowKinds: Readonly<Record<EditorHostKind, readonly ('vscode' | 'headless' | 'up')[]>> = {
  auto: ['headless', 'up'],
  vscode: ['vscode'],
  headless: ['headless', 'up'],
};

/** Debug sessions live on between commands only in the job folder's sessions, so editor tools use that. */
async function hostFor({ workspace, paths }: Workbench, entry: CatalogueEntry, flags: HostFlags) {
  const { session, host } = flags;
  const via = session === undefined ? flags.via : 'jobs';
  const place = { env: process.env, workspace, via };
  if (entry.server.id !== 'editor') return reachHost(place);
  if (!keepsState(entry))
    return reachHost({ ...place, prefersJobs: true, kinds: windowKinds.auto }).catch(hereIfAmbiguous(via));
  if (host === 'vscode') await chooseEditorWindow({ workspace, stateRoot: paths.root });
  return reachHost({ ...place, prefersJobs: true, kinds: windowKinds[host] });
}

/** Guides and the list of windows are the same everywhere. */
function hereIfAmbiguous(via: HostTransport) {
  return (error: unknown) => {
    if (via === 'auto' && isMolehillError(error) && error.code === 'E_AMBIGUOUS_WINDOW') return undefined;
    throw error;
  };
}

async function callHere(
  workbench: Workbench,
  entry: CatalogueEntry,
  input: unknown,
  flags: HostFlags,
): Promise<void> {
  await callFromTerminal(workbench, entry, input, flags);
  if (keepsState(entry))
    printError(
      'No process has this folder open, so breakpoints and programs ended with this command. Start `molehill up` here to debug over several commands.',
    );
}

function keepsState({ server, tool }: CatalogueEntry): boolean {
  return server.id === 'editor' && !isUpstreamTool(tool) && tool.listed?.meta.category !== 'bridge';
}
