import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { coreErrors } from './errors.ts';

const MOST_LISTED = 1_000;
const USUALLY_LISTED = 100;
const CURSOR = /^p_([0-9a-z]{1,8})$/;

/** The parameters of a tool that lists in pages. */
export const pageShape = {
  limit: z.number().int().min(1).max(MOST_LISTED).default(USUALLY_LISTED),
  cursor: z.string().optional(),
};

/** What a cut page carries beside its items and its frame, in the text and in the structured content each. */
const LONGEST_TRUNCATION = {
  truncation: {
    truncated: true,
    limit: 'tokens',
    shown: 1_000,
    next: 'call again with cursor="p_zzzzzzzz".',
  },
  requestId: 'r_00000000',
  timestamp: '2000-01-01T00:00:00.000Z',
  durationMs: 10_000,
};

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** What the answer carries beside the items. */
  readonly frame?: unknown;
}

/** One page of a list in a stable order. Fetches one item more than it shows, to know whether there are more. */
export async function listPage<T>(
  { limit, cursor, frame }: PageRequest,
  { budget }: Pick<ToolContext, 'budget'>,
  fetch: (window: { readonly limit: number; readonly offset: number }) => Promise<readonly T[]>,
): Promise<ListPage<T>> {
  const offset = offsetOf(cursor);
  const rows = await fetch({ limit: limit + 1, offset });
  const beside = frame === undefined ? {} : { frame: [frame, LONGEST_TRUNCATION] };
  const { items, cutBy } = await budget.collect(rows, { rows: limit, ...beside });
  if (!cutBy) return { items };
  const next = `p_${(offset + items.length).toString(36)}`;
  budget.cut({ limit: cutBy, shown: items.length, next: `call again with {param:cursor="${next}"}.` });
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
