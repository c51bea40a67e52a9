import { reads } from '@molehill/core/effects';
import { defineTool } from '@molehill/core/tool';
import type { WireTool } from '@molehill/core/upstream';
import * as z from 'zod';
import type { ToolDefinition } from '../tool-definition.ts';
import { parametersOf } from './fields.ts';
import type { ToolShelf } from './tool-search.ts';

const SHOWN_CHARACTERS = 300;
const MOST_HITS = 20;
const MOST_DESCRIBED = 10;

export function toolSearchTool(shelf: ToolShelf) {
  return defineTool({
    name: 'tool_search',
    title: 'Find a tool',
    description:
      'Finds tools of all connected servers by what you need done. Start here, then tool_describe, then tool_call.',
    input: z.strictObject({
      query: z.string().min(1).max(500).describe('The need in plain words, or part of a name'),
      limit: z.int().min(1).max(MOST_HITS).default(5).describe('How many at most'),
    }),
    output: z.object({
      tools: z.array(
        z.object({ name: z.string(), description: z.string(), parameters: z.array(z.string()) }),
      ),
      searched: z.number(),
    }),
    effects: reads,
    run: async ({ query, limit }) => ({
      tools: shelf.search(query, limit).map(inBrief),
      searched: shelf.size,
    }),
  });
}

export function toolDescribeTool(shelf: ToolShelf) {
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
    run: async ({ names }) => ({ tools: [...new Set(names)].map((name) => inFull(shelf.find(name))) }),
  });
}

/**
 * Calls whatever tool is named, and answers as that tool answers. The call itself belongs to whoever relays, because
 * the result of another server passes untouched.
 */
export const toolCall = {
  name: 'tool_call',
  title: 'Call a tool',
  description: 'Calls a tool that tool_search found, with the arguments that tool_describe names.',
  input: z.strictObject({
    name: z.string().min(1).describe('Name from tool_search'),
    arguments: z.record(z.string(), z.unknown()).default({}).describe('As tool_describe says'),
  }),
} as const;

/** The same in the words of the protocol. What a call may do is unknown until its tool is known: the worst is told. */
export function toolCallDefinition(): WireTool {
  const { name, title, description, input } = toolCall;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: {
      title,
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  };
}

function inBrief(tool: ToolDefinition) {
  const text = tool.description ?? tool.title ?? '';
  const description = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  const parameters = parametersOf(tool).map(({ name, required }) => (required ? name : `${name}?`));
  return { name: tool.name, description, parameters };
}

/** Without what only a client shows. */
function inFull({ icons: _, execution: __, _meta: ___, ...tool }: ToolDefinition) {
  return { ...tool };
}
