import type { Truncation } from '@molehill/core/budget';
import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import { defineServer, type ToolServer } from '@molehill/core/server';
import { defineTool } from '@molehill/core/tool';
import * as z from 'zod';
import { MOST_TABLES, queryAnswer, schemaAnswer, tablesAnswer } from './database/answers.ts';
import { type ReachOptions, reachProject } from './reach.ts';

export type ProjectServerOptions = ReachOptions;

/** Clients have known these tools since 1.0; the number counts on from there. */
const VERSION = '1.1.0';

/** The database of whichever project is open, by the folder of that project. */
export function projectServer(options: ProjectServerOptions): ToolServer {
  return defineServer({
    id: 'project',
    title: 'Database of the open project',
    version: VERSION,
    instructions:
      'The database of a project that is open in the editor or served by `molehill up`, found from the project’s own files. Pass the absolute path of the project as projectRoot; call get-database-type and get-tables first.',
    tools: [
      getTablesTool(options),
      getSchemaTool(options),
      getDatabaseTypeTool(options),
      runQueryTool(options),
    ],
  });
}

const projectRoot = z.string().describe('Absolute path of the project’s folder');

/** Said by the host beside its answer when it had to leave something out. */
const truncation = z
  .object({
    limit: z.enum(['rows', 'bytes', 'tokens']),
    shown: z.number(),
    next: z.string(),
  })
  .optional();

function getTablesTool(options: ProjectServerOptions) {
  return defineTool({
    name: 'get-tables',
    title: 'Get tables',
    description: 'Get list of tables in database',
    input: z.strictObject({ projectRoot }),
    output: tablesAnswer.shape.tables,
    effects: reads,
    budget: { rows: MOST_TABLES },
    render: (data) => JSON.stringify(data),
    run: async (input, context) => {
      const project = await reachProject(input.projectRoot, options, context.signal);
      const answer = await project.get('/tables', tablesAnswer.extend({ truncation }));
      return fitted(answer.tables, answer.truncation, context);
    },
  });
}

function getSchemaTool(options: ProjectServerOptions) {
  return defineTool({
    name: 'get-schema',
    title: 'Get table schema',
    description: 'Get schema for specified table',
    input: z.strictObject({ projectRoot, table: z.string().describe('As get-tables names it') }),
    output: schemaAnswer.shape.schema,
    effects: reads,
    render: (data) => JSON.stringify(data),
    run: async (input, { signal, budget }) => {
      const project = await reachProject(input.projectRoot, options, signal);
      const path = `/tables/${encodeURIComponent(input.table)}/schema`;
      const answer = await project.get(path, schemaAnswer.extend({ truncation }));
      if (answer.truncation) budget.cut(answer.truncation);
      return answer.schema;
    },
  });
}

function getDatabaseTypeTool(options: ProjectServerOptions) {
  return defineTool({
    name: 'get-database-type',
    title: 'Get database type',
    description: 'Get database type (e.g. mysql2, postgres, sqlite) to determine SQL syntax',
    input: z.strictObject({ projectRoot }),
    output: z.string(),
    effects: reads,
    render: (data) => JSON.stringify(data),
    run: async (input, { signal }) => {
      const project = await reachProject(input.projectRoot, options, signal);
      return (await project.get('/database-type', z.object({ type: z.string() }))).type;
    },
  });
}

function runQueryTool(options: ProjectServerOptions) {
  return defineTool({
    name: 'run-query',
    title: 'Run a query',
    description: 'Run a SQL query',
    input: z.strictObject({
      projectRoot,
      query: z.string().describe('One statement; it may also change data'),
    }),
    output: queryAnswer.shape.result,
    effects: { worst: 'destroys', openWorld: true, of: () => ({ effect: 'writes' }) },
    render: (data) => JSON.stringify(data),
    run: async ({ query, ...input }, context) => {
      const project = await reachProject(input.projectRoot, options, context.signal);
      const answer = await project.post('/query', { query }, queryAnswer.extend({ truncation }));
      if (!Array.isArray(answer.result)) return answer.result;
      return fitted(answer.result, answer.truncation, context);
    },
  });
}

type Told = Omit<Truncation, 'truncated'>;

/** The host keeps to its limits, and those here may be tighter. */
async function fitted<T>(items: readonly T[], told: Told | undefined, { budget }: ToolContext): Promise<T[]> {
  const { items: kept, cutBy } = await budget.collect(items);
  if (cutBy) budget.cut({ limit: cutBy, shown: kept.length, next: told?.next ?? 'ask for less.' });
  else if (told) budget.cut(told);
  return kept;
}
