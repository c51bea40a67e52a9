import type { Catalogue, CatalogueEntry } from '@molehill/core/catalogue';
import { toolSummary } from '@molehill/core/summary';
import { createToolList } from '@molehill/core/tool-list';
import { isUpstreamTool } from '@molehill/core/upstream';
import { visibleLine } from '@molehill/core/visible-text';
import { type TokenCost, tokensOf } from '@molehill/gateway/search/mode';
import { defineCommand } from 'citty';
import { command, commonArgs, flag, jsonArg, text, word } from '../command.ts';
import { paint, print, printJson, table, UsageError } from '../output.ts';
import { callFromTerminal } from '../terminal-call.ts';
import { inputFromWords } from '../terminal-input.ts';
import { detailsText } from '../tool-details.ts';
import { costOf } from '../upstreams/describe.ts';
import { openWorkbench, type WorkbenchFlags } from '../workbench.ts';

/** The tool of a call and its arguments. */
export const callArgs = {
  input: text('Arguments as a JSON object; - reads standard input', 'JSON'),
  tool: word('Tool as SERVER TOOL or SERVER__TOOL, then arguments as name=value'),
} as const;

const list = command({
  name: 'list',
  description: 'List the tools',
  args: {
    ...commonArgs,
    ...jsonArg,
    tokens: flag('Show the token cost of the list'),
  },
  run: ({ args }) => showList(args, args),
});

export async function showList(flags: WorkbenchFlags, options: ListOptions): Promise<void> {
  const workbench = await openWorkbench(flags);
  await workbench.catalogue.settled();
  const tools = workbench.catalogue.entries.map(listedTool);
  const cost = costOf(workbench);
  if (options.json) printJson(options.tokens ? cost : tools);
  else print(options.tokens ? costText(cost) : listText(tools));
  await workbench.close();
}

interface ListOptions {
  readonly json: boolean;
  readonly tokens: boolean;
}

function listText(tools: readonly ReturnType<typeof listedTool>[]): string {
  const rows = tools.map(({ name, effects, tokens, description }) => [
    paint('cyan', name),
    effects.worst,
    `${tokens}`,
    // Descriptions of upstream tools can be pages long.
    description.trim().split('\n', 1)[0] ?? '',
  ]);
  const head = ['tool', 'effect', 'tokens', 'description'].map((name) => paint('bold', name));
  return table([head, ...rows]);
}

/** The tokens are those of its entry in a list, which leaves out parameters that the summary has. */
function listedTool(entry: CatalogueEntry) {
  const listed = createToolList({ version: 0, entries: [entry] })();
  return { ...toolSummary(entry), tokens: listed.reduce((sum, tool) => sum + tokensOf(tool), 0) };
}

function costText({ servers, tools, total }: TokenCost): string {
  const byServer = servers.map((server) => [server.serverId, `${server.tools} tools`, `${server.tokens}`]);
  const byTool = tools.map(({ name, tokens }) => [`  ${name}`, '', `${tokens}`]);
  return `${table([...byServer, ...byTool])}\n\nAbout ${total} tokens in total.`;
}

const show = command({
  name: 'show',
  description: 'Show a tool and its parameters',
  variadic: true,
  args: { ...commonArgs, ...jsonArg, tool: word('Tool as SERVER TOOL or SERVER__TOOL') },
  run: ({ args }) => showTool(args, args._, args.json),
});

export async function showTool(
  flags: WorkbenchFlags,
  words: readonly string[],
  json: boolean,
): Promise<void> {
  const workbench = await openWorkbench(flags);
  const { entry, rest } = await chooseTool(workbench.catalogue, words);
  if (rest[0] !== undefined) throw new UsageError(`show does not take "${rest[0]}".`, 'See show --help.');
  const { tool } = entry;
  const more = isUpstreamTool(tool) ? undefined : await tool.describe?.();
  if (json) printJson({ ...more, ...listedTool(entry) });
  else print([toolText(entry), ...(more ? [detailsText(more)] : [])].join('\n\n'));
  await workbench.close();
}

const call = command({
  name: 'call',
  description: 'Call a tool',
  variadic: true,
  args: { ...commonArgs, ...jsonArg, ...callArgs },
  async run({ args }) {
    const workbench = await openWorkbench(args);
    const { entry, rest } = await chooseTool(workbench.catalogue, args._);
    const input = await inputFromWords(toolSummary(entry).inputSchema, rest, args.input);
    await callFromTerminal(workbench, entry, input, args);
  },
});

export const tools = defineCommand({
  meta: { name: 'tools', description: 'List, show and call tools' },
  args: commonArgs,
  default: 'list',
  subCommands: { list, show, call },
});

/** Accepts both `sql query …` and `sql__query …`. */
export async function chooseTool(
  catalogue: Catalogue,
  words: readonly string[],
): Promise<{ entry: CatalogueEntry; rest: readonly string[] }> {
  const [first, second] = words;
  if (first === undefined) throw new UsageError('No tool given.', 'See molehill tools list.');
  const isServer = catalogue.servers.some((server) => server.id === first);
  if (!isServer) return { entry: await catalogue.resolve(first), rest: words.slice(1) };
  if (second === undefined)
    throw new UsageError(`No tool of server "${first}" given.`, 'See molehill tools list.');
  return { entry: await catalogue.resolve(`${first}__${second}`), rest: words.slice(2) };
}

function toolText(entry: CatalogueEntry): string {
  const tool = toolSummary(entry);
  const schema = tool.inputSchema as { properties?: Record<string, ParameterSchema>; required?: string[] };
  const parameters = Object.entries(schema.properties ?? {}).map(([name, parameter]) => [
    `  ${name}`,
    parameter.enum?.join('|') ?? parameter.type ?? 'json',
    schema.required?.includes(name) && parameter.default === undefined ? 'required' : defaultOf(parameter),
    parameter.description ?? '',
  ]);
  return [
    `${paint('bold', entry.name)}  ${visibleLine(tool.title)} (${tool.effects.worst})`,
    tool.description,
    '',
    parameters.length > 0 ? `Parameters\n${table(parameters)}` : 'No parameters.',
  ].join('\n');
}

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

function defaultOf(parameter: ParameterSchema): string {
  return parameter.default === undefined ? 'optional' : `default ${JSON.stringify(parameter.default)}`;
}
