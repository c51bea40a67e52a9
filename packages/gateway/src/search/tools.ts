import { hintsFromEffects, reads } from '@molehill/core/effects';
import { defineTool } from '@molehill/core/tool';
import type { WireTool } from '@molehill/core/upstream';
import * as z from 'zod';
import type { ToolDefinition } from '../tool-definition.ts';
import { firstSentenceOf, shorten } from './summary.ts';
import type { ToolIndex } from './tool-index.ts';

const HIT_CHARACTERS = 90;
/** Later hits are seldom right, so more of them fit. */
const LATER_HIT_CHARACTERS = 40;
const FULL_HITS = 3;
const ANSWER_CHARACTERS = 1_500;
const MOST_HITS = 30;
const MOST_DESCRIBED = 10;

export function toolSearchTool(index: ToolIndex) {
  return defineTool({
    name: 'tool_search',
    title: 'Find a tool',
    description:
      'Finds tools of all connected servers by what you need done. Start here, then tool_describe, then tool_call.',
    input: z.strictObject({
      query: z.string().min(1).max(500).describe('The need in plain words, or part of a name'),
      limit: z.int().min(1).max(MOST_HITS).default(MOST_HITS).describe('Maximum number of tools'),
    }),
    output: z.object({
      tools: z.array(z.object({ name: z.string(), description: z.string() })),
      searched: z.number(),
    }),
    effects: reads,
    render: searchText,
    run: async ({ query, limit }) => searchHits(index, query, limit),
  });
}

/** The text that a model reads. */
export function searchAnswer(index: ToolIndex, query: string): string {
  return searchText(searchHits(index, query, MOST_HITS));
}

function searchHits(index: ToolIndex, query: string, limit: number): Hits {
  return fitting(index.search(query, limit).map(hitOf), index.size);
}

interface Hits {
  readonly tools: { readonly name: string; readonly description: string }[];
  readonly searched: number;
}

function searchText({ tools, searched }: Hits): string {
  const lines = tools.map(({ name, description }) => `${name}: ${description}`);
  return [...lines, `[the best ${tools.length} of ${searched} tools]`].join('\n');
}

/** As many hits as fit the answer. */
function fitting(tools: Hits['tools'], searched: number): Hits {
  const kept = [...tools];
  while (searchText({ tools: kept, searched }).length > ANSWER_CHARACTERS) kept.pop();
  return { tools: kept, searched };
}

function hitOf({ name, title, description }: ToolDefinition, rank: number) {
  const text = firstSentenceOf(description ?? '') || (title ?? '');
  return { name, description: shorten(text, rank < FULL_HITS ? HIT_CHARACTERS : LATER_HIT_CHARACTERS) };
}

/** What is known of a tool beyond its definition. */
export type DescribeMore = (name: string) => Promise<Readonly<Record<string, unknown>> | undefined>;

export function toolDescribeTool(index: ToolIndex, more: DescribeMore = async () => undefined) {
  return defineTool({
    name: 'tool_describe',
    title: 'Describe tools',
    description:
      'Gives the full description and parameters of tools that tool_search found. Call it before tool_call.',
    input: z.strictObject({
      names: z.array(z.string().min(1)).min(1).max(MOST_DESCRIBED).describe('Names from tool_search'),
    }),
    output: z.object({ tools: z.array(z.looseObject({ name: z.string() })) }),
    effects: reads,
    budget: { tokens: 16_000 },
    run: async ({ names }) => {
      const definitions = [...new Set(names)].map((name) => index.find(name));
      const described = definitions.map(async (definition) => ({
        ...describe(definition),
        ...(await more(definition.name)),
        name: definition.name,
      }));
      return { tools: await Promise.all(described) };
    },
  });
}

/** Only a definition: the frontend calls the named tool itself, so that an upstream server's result is relayed unchanged. */
export const toolCall = {
  name: 'tool_call',
  title: 'Call a tool',
  description: 'Calls a tool that tool_search found, with the arguments that tool_describe names.',
  input: z.strictObject({
    name: z.string().min(1).describe('Name from tool_search'),
    arguments: z.record(z.string(), z.unknown()).default({}).describe('As described by tool_describe'),
  }),
} as const;

/** As an MCP tool. The effect depends on the tool that is named, so the annotations declare the worst. */
export function toolCallDefinition(): WireTool {
  const { name, title, description, input } = toolCall;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  const hints = hintsFromEffects({ worst: 'destroys', openWorld: true });
  return { name, title, description, inputSchema, annotations: { title, ...hints } };
}

/** Without the fields that are meant for clients and not for models. */
function describe({ icons: _, execution: __, _meta: ___, ...tool }: ToolDefinition) {
  return { ...tool };
}
