import { reads } from '@molehill/core/effects';
import { defineTool } from '@molehill/core/tool';
import * as z from 'zod';
import { endOfPage, keptAnswerKind } from './kept-answer.ts';

/** The page is sent as text and as structured content. */
const TOKENS = 20_000;
/** For the offsets. */
const FRAME_BYTES = 200;

export const readMoreTool = defineTool({
  name: 'read_more',
  title: 'Read more of an answer',
  description: 'Reads on in an answer that was cut. The answer names the handle and the offset.',
  input: z.strictObject({
    handle: z.string(),
    offset: z.int().min(0).describe('The first character to read'),
  }),
  output: z.object({
    text: z.string(),
    offset: z.number(),
    /** Where the next page begins; null at the end. */
    next: z.number().nullable(),
    total: z.number(),
  }),
  effects: reads,
  budget: { tokens: TOKENS },
  render: ({ text, offset, next, total }) => {
    const place = `characters ${offset} to ${offset + text.length} of ${total}`;
    return `${text}\n[${place}${next === null ? ', the end' : `; the next offset is ${next}`}]`;
  },
  run: async ({ handle, offset }, { handles, budget }) => {
    const { text } = handles.get(keptAnswerKind, handle);
    const from = Math.min(offset, text.length);
    const end = endOfPage(text, from, budget.dataLimit.bytes - FRAME_BYTES);
    const next = end < text.length ? end : null;
    return { text: text.slice(from, end), offset: from, next, total: text.length };
  },
});
