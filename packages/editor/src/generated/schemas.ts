// Generated from catalogue/ by `npm run gen`. Do not edit.
import * as z from 'zod';
import { once } from '../schema-parts.ts';
import type * as types from './types.ts';

const SourceLine = once((): z.ZodType<types.SourceLine> => z.object({
  n: z.int(),
  text: z.string(),
  current: z.boolean().optional(),
}));

const UnboundBreakpoint = once((): z.ZodType<types.UnboundBreakpoint> => z.object({
  id: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  message: z.string(),
}));

const StopResult = once((): z.ZodType<types.StopResult> => z.object({
  event: z.enum(["stopped","running","exited","terminated"]),
  reason: z.string().optional(),
  session: z.string(),
  thread: z.int().optional(),
  frame: z.string().optional(),
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
  function: z.string().optional(),
  sourceLines: z.array(z.lazy(SourceLine)).optional(),
  hitBreakpoints: z.array(z.string()).optional(),
  exception: z.object({
    id: z.string().optional(),
    message: z.string(),
  }).optional(),
  exitCode: z.int().optional(),
  outputTail: z.array(z.string()).optional(),
  unboundBreakpoints: z.array(z.lazy(UnboundBreakpoint)).optional(),
  waitedMs: z.int(),
  hint: z.string().optional(),
}));

/** Constructed on first use: most processes never need most of them. */
export const inputs = {
  docs_get: once(() => z.strictObject({
    id: z.string().optional().describe("Guide or tool name"),
    topic: z.string().optional().describe("Only guides that mention it"),
    maxTokens: z.int().min(200).max(20000).default(2000).describe("Size of the answer in tokens"),
  })),
} satisfies { [N in types.ToolName]: () => z.ZodType<types.ToolInputs[N]> };

export const outputs = {
  docs_get: once(() => z.object({
    guides: z.array(z.object({
      id: z.string(),
      title: z.string(),
    })).optional(),
    tools: z.record(z.string(), z.array(z.string())).optional(),
    guide: z.object({
      id: z.string(),
      text: z.string(),
    }).optional(),
    tool: z.unknown().optional(),
  })),
} satisfies { [N in types.ToolName]: () => z.ZodType<types.ToolResults[N]> };
