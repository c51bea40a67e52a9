import type { Catalogue, CatalogueEntry } from '@molehill/core/catalogue';
import { envelopeSchema, inputSchema } from '@molehill/core/result';
import { defineCommand } from 'citty';
import { command, commonArgs, jsonArg } from '../command.ts';
import { paint, print, printJson, table, UsageError } from '../output.ts';
import { callFromTerminal } from '../terminal-call.ts';
import { inputFromWords } from '../terminal-input.ts';
import { openWorkbench, type Workbench } from '../workbench.ts';

export const list = command({
  name: 'list',
  description: 'The tools served here',
  args: { ...commonArgs, ...jsonArg },
  async run({ args }) {
    const workbench = await open(args);
    const { entries } = workbench.catalogue;
    if (args.json) printJson(entries.map(describe));
    else print(table(entries.map(({ name, tool }) => [paint('cyan', name), tool.description])));
    await workbench.close();
  },
});

export const show = command({
  name: 'show',
  description: 'One tool with its parameters',
  takesWords: true,
  args: {
    ...commonArgs,
    ...jsonArg,
    tool: { type: 'positional', description: 'The tool, as SERVER TOOL or SERVER__TOOL' },
  },
  async run({ args }) {
    const workbench = await open(args);
    const { entry, rest } = chooseTool(workbench.catalogue, args._);
    if (rest[0] !== undefined) throw new UsageError(`show does not take "${rest[0]}".`, 'See show --help.');
    if (args.json) printJson(describe(entry));
    else print(describeForPeople(entry));
    await workbench.close();
  },
});

export const call = command({
  name: 'call',
  description: 'Call a tool and print its answer',
  takesWords: true,
  args: {
    ...commonArgs,
    ...jsonArg,
    input: {
      type: 'string',
      description: 'All arguments as one JSON object; - reads it from standard input',
      valueHint: 'JSON',
    },
    tool: {
      type: 'positional',
      description: 'The tool, as SERVER TOOL or SERVER__TOOL, then its arguments as name=value',
    },
  },
  async run({ args }) {
    const workbench = await open(args);
    const { entry, rest } = chooseTool(workbench.catalogue, args._);
    const input = await inputFromWords(entry.tool, rest, args.input);
    await callFromTerminal(workbench, entry, input, args);
  },
});

export const tools = defineCommand({
  meta: { name: 'tools', description: 'List, show and call tools' },
  subCommands: { list, show, call },
});

function open(args: {
  readonly workspace: string;
  readonly timeout: string | undefined;
}): Promise<Workbench> {
  return openWorkbench({ env: process.env, workspace: args.workspace, flags: { timeoutMs: args.timeout } });
}

/** `sql query …` and `sql__query …` are the same tool. */
function chooseTool(
  catalogue: Catalogue,
  words: readonly string[],
): { entry: CatalogueEntry; rest: readonly string[] } {
  const [first, second] = words;
  if (first === undefined) throw new UsageError('No tool is named.', 'See molehill tools list.');
  const isServer = catalogue.servers.some((server) => server.id === first);
  if (!isServer) return { entry: catalogue.find(first), rest: words.slice(1) };
  if (second === undefined)
    throw new UsageError(`No tool of the server "${first}" is named.`, 'See molehill tools list.');
  return { entry: catalogue.find(`${first}__${second}`), rest: words.slice(2) };
}

function describe({ name, server, tool }: CatalogueEntry) {
  const { title, description, safety } = tool;
  return {
    name,
    server: server.id,
    title,
    description,
    safety,
    inputSchema: inputSchema(tool),
    outputSchema: envelopeSchema(tool),
  };
}

function describeForPeople(entry: CatalogueEntry): string {
  const { tool } = entry;
  const schema = inputSchema(tool) as { properties?: Record<string, ParameterSchema>; required?: string[] };
  const parameters = Object.entries(schema.properties ?? {}).map(([name, parameter]) => [
    `  ${name}`,
    parameter.enum?.join('|') ?? parameter.type ?? 'json',
    schema.required?.includes(name) && parameter.default === undefined ? 'required' : defaultOf(parameter),
    parameter.description ?? '',
  ]);
  const kind = tool.safety.readOnly
    ? 'read-only'
    : tool.safety.destructive
      ? 'destructive'
      : 'changes things';
  return [
    `${paint('bold', entry.name)}  ${tool.title} (${kind})`,
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
