import { Budget, type Collected, estimateTokens } from '@molehill/core/budget';
import type { ToolContext } from '@molehill/core/context';
import { coreErrors } from '@molehill/core/errors';
import * as z from 'zod';

const MOST_LISTED = 1_000;
const USUALLY_LISTED = 100;
const CURSOR = /^p_([0-9a-z]{1,8})$/;

/** Takes what fits. The caller's limit on rows counts instead of the budget's; bytes and tokens hold in any case. */
export function takeRows<T>(
  source: AsyncIterable<T> | Iterable<T>,
  rows: number,
  { budget }: ToolContext,
  frame: unknown = [],
): Promise<Collected<T>> {
  const around = JSON.stringify(frame);
  const limits = {
    rows,
    bytes: Math.max(1, budget.limits.bytes - Buffer.byteLength(around)),
    tokens: Math.max(1, budget.limits.tokens - estimateTokens(around)),
  };
  return new Budget(limits).collect(source);
}

export const pageShape = {
  limit: z.number().int().min(1).max(MOST_LISTED).default(USUALLY_LISTED),
  cursor: z.string().optional().describe('Where the previous answer ended'),
};

/** A LIKE pattern. A plain word stands for all names that contain it. */
export const patternParam = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => (/[%*]/.test(text) ? text.replaceAll('*', '%') : `%${text}%`))
  .describe('Part of the name, or a pattern with % or *; case does not count');

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
}

/** One page of a list in a stable order. Reads one more than it shows, to know whether there is more. */
export async function listPage<T>(
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  context: ToolContext,
  fetch: (window: { readonly limit: number; readonly offset: number }) => Promise<readonly T[]>,
): Promise<ListPage<T>> {
  const offset = offsetOf(cursor);
  const { items, cutBy } = await takeRows(await fetch({ limit: limit + 1, offset }), limit, context);
  if (!cutBy) return { items };
  const next = `p_${(offset + items.length).toString(36)}`;
  context.budget.cut({ limit: cutBy, shown: items.length, next: `call again with cursor "${next}".` });
  return { items, cursor: next };
}

function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const digits = CURSOR.exec(cursor)?.[1];
  if (digits !== undefined) return Number.parseInt(digits, 36);
  throw coreErrors.fail('E_CURSOR_INVALID', 'This is not a cursor of this tool.', {
    hint: 'Call again without a cursor to start from the beginning.',
  });
}
