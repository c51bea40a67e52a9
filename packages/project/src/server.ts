import { canonicalRoot } from '@molehill/bridge/ports';
import type { Truncation } from '@molehill/core/budget';
import { isInWorkspace } from '@molehill/core/caller';
import type { ToolContext } from '@molehill/core/context';
import { type CallEffects, reads } from '@molehill/core/effects';
import { defineServer, type ToolServer } from '@molehill/core/server';
import { defineTool, type Tool } from '@molehill/core/tool';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { destroys } from 'dbmole-mcp/tools/destructive';
import { question } from 'dbmole-mcp/tools/statement';
import * as z from 'zod';
import { confirmHint, confirmOf } from './confirm.ts';
import { MAX_TABLES, queryAnswer, schemaAnswer, tablesAnswer } from './database/tools.ts';
import { connectToHost, type HostClientOptions, type RequestHost, withPlaceholders } from './host-client.ts';

/** Continues the version that clients of these tools know. */
const VERSION = '1.1.0';

/** The databases of open projects, by project folder. */
export function projectServer(options: HostClientOptions): ToolServer {
  return defineServer({
    id: 'project',
    title: 'Database of the open project',
    version: VERSION,
    instructions:
      'The database that a project’s own files name: get-tables and run-query, with the absolute path of the project as projectRoot.',
    introduce: async () =>
      'Database of a project, found from its own files: {tool:get-tables} with the absolute path as {param:projectRoot}.',
    tools: [
      getTablesTool(options),
      getSchemaTool(options),
      getDatabaseTypeTool(options),
      runQueryTool(options),
    ],
  });
}

const projectRoot = z.string().describe('Absolute path of the project’s folder');

/** Part of the host's answer when it was cut. */
const truncation = z
  .object({ limit: z.enum(['rows', 'bytes', 'tokens']), shown: z.number(), next: z.string() })
  .optional();

interface ProjectTool<I extends z.ZodObject, O extends z.ZodType> extends Omit<Tool<I, O>, 'run' | 'render'> {
  ask(host: RequestHost, input: z.output<I>, context: ToolContext): Promise<z.input<O>>;
}

function projectTool<I extends z.ZodObject<{ projectRoot: z.ZodString }>, O extends z.ZodType>(
  options: HostClientOptions,
  { ask, ...tool }: ProjectTool<I, O>,
): Tool<I, O> {
  return defineTool<I, O>({
    ...tool,
    render: (data) => JSON.stringify(data),
    run: async (input, context) =>
      ask(await connectToHost(input.projectRoot, options, context.signal), input, context),
  });
}

function getTablesTool(options: HostClientOptions) {
  return projectTool(options, {
    name: 'get-tables',
    title: 'Get tables',
    description: 'Get list of tables in database',
    input: z.strictObject({ projectRoot }),
    output: tablesAnswer.shape.tables,
    effects: reads,
    budget: { rows: MAX_TABLES },
    ask: async (request, _, context) => {
      const answer = await request('/tables', tablesAnswer.extend({ truncation }));
      return withinBudget(answer.tables, answer.truncation, context);
    },
  });
}

function getSchemaTool(options: HostClientOptions) {
  return projectTool(options, {
    name: 'get-schema',
    title: 'Get table schema',
    description: 'Get schema for specified table',
    input: z.strictObject({ projectRoot, table: z.string().describe('As get-tables names it') }),
    output: schemaAnswer.shape.schema,
    effects: reads,
    ask: async (request, { table }, { budget }) => {
      const path = `/tables/${encodeURIComponent(table)}/schema`;
      const answer = await request(path, schemaAnswer.extend({ truncation }));
      if (answer.truncation) budget.cut(answer.truncation);
      return answer.schema;
    },
  });
}

function getDatabaseTypeTool(options: HostClientOptions) {
  return projectTool(options, {
    name: 'get-database-type',
    title: 'Get database type',
    description: 'Get database type (e.g. mysql2, postgres, sqlite) to determine SQL syntax',
    input: z.strictObject({ projectRoot }),
    output: z.string(),
    effects: reads,
    ask: databaseType,
  });
}

function runQueryTool(options: HostClientOptions) {
  /** Statements for other projects that read by their text. The policy and the handler get the same input object. */
  const readElsewhere = new WeakSet<object>();
  return projectTool(options, {
    name: 'run-query',
    title: 'Run a query',
    description: 'Run a SQL query',
    input: z.strictObject({
      projectRoot,
      query: z.string().describe('One statement; it may also change data'),
    }),
    output: queryAnswer.shape.result,
    effects: {
      worst: 'destroys',
      openWorld: true,
      of: async (input, { signal, caller }) => {
        const request = await connectToHost(input.projectRoot, options, signal);
        const folder = await canonicalRoot(input.projectRoot);
        const effects = await statementEffects(input, await databaseType(request), folder);
        if (effects.effect !== 'reads') return withConfirm(effects, await confirmOf(folder, options));
        if (!isInWorkspace(caller, folder)) readElsewhere.add(input);
        return effects;
      },
    },
    ask: async (request, input, context) => {
      const { query } = input;
      // Only the host sees the functions and views in it. A write to another project must not pass as a read.
      const body = readElsewhere.has(input) ? { query, readonly: true } : { query };
      const answer = await request('/query', queryAnswer.extend({ truncation }), body);
      if (!Array.isArray(answer.result)) return answer.result;
      return withinBudget(answer.result, answer.truncation, context);
    },
  });
}

/** What a statement would do to a project's database, by the guard of the engine with this driver. */
async function statementEffects(
  { query, projectRoot }: { readonly query: string; readonly projectRoot: string },
  driver: string,
  folder: string,
): Promise<CallEffects> {
  const engine = builtInEngines.engines.find((candidate) => candidate.driver === driver);
  const dialect = engine && (await builtInEngines.load(engine.type));
  const verdict = await dialect?.guard.judge(query);
  if (verdict?.reads) return { effect: 'reads' };
  const destruction = dialect ? destroys(query, dialect) : 'Unknown effect';
  const name = `the database of ${projectRoot}`;
  return {
    effect: destruction === undefined ? 'writes' : 'destroys',
    summary: question(`${destruction ?? 'Change'} in ${name}`, query),
    target: { name, folder, confirmHint },
  };
}

function withConfirm(effects: CallEffects, confirm: 'never' | undefined): CallEffects {
  return effects.target ? { ...effects, target: { ...effects.target, confirm } } : effects;
}

async function databaseType(request: RequestHost): Promise<string> {
  return (await request('/database-type', z.object({ type: z.string() }))).type;
}

/** The caller's budget may be smaller than the host's. */
async function withinBudget<T>(
  items: readonly T[],
  truncated: Omit<Truncation, 'truncated'> | undefined,
  { budget }: ToolContext,
): Promise<T[]> {
  const { items: kept, cutBy } = await budget.collect(items);
  const next = withPlaceholders(truncated?.next ?? 'ask for less.');
  if (cutBy) budget.cut({ limit: cutBy, shown: kept.length, next });
  else if (truncated) budget.cut({ ...truncated, next });
  return kept;
}
