import type { ToolContext } from '@molehill/core/tool';
import * as z from 'zod';
import type { EsAnswer } from '../client/client.ts';
import { type FittedBody, fitBody } from '../fit-body.ts';
import { at, textAt } from '../records.ts';

/** What every tool that asks a cluster answers with. */
export const answerShape = {
  status: z.number().describe('HTTP status of the cluster'),
  hint: z.string().optional().describe('What to do about it, where the cluster refused or answered in part'),
  body: z
    .unknown()
    .describe('What the cluster answered; numbers JavaScript cannot hold are texts of their digits'),
};

export interface Answered {
  readonly status: number;
  readonly hint?: string;
  readonly body: unknown;
}

/** Room for what stands around the body. */
const FRAME_BYTES = 400;
const FEWEST_BYTES = 500;

/** The bytes that a body may take. */
export function roomFor({ budget }: ToolContext): number {
  return Math.max(FEWEST_BYTES, budget.textLimit.bytes - FRAME_BYTES);
}

/** The answer cut to its budget, which is told what is missing and how to get it. */
export function fitted(answer: EsAnswer, context: ToolContext, next: string): Answered {
  const { budget } = context;
  const { value, cut } = fitBody(answer.body, { bytes: roomFor(context), rows: budget.limits.rows });
  if (cut ?? !answer.whole) tellCut(context, cut ?? { by: 'bytes', shown: sizeOf(value) }, next);
  return withHint(answer.status, value);
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Buffer.byteLength(JSON.stringify(value) ?? '');
}

export function tellCut({ budget }: ToolContext, cut: NonNullable<FittedBody['cut']>, next: string): void {
  const { by, ...counts } = cut;
  budget.cut({ limit: by === 'rows' ? by : budget.textLimit.name, ...counts, next });
}

export function withHint(status: number, body: unknown): Answered {
  const hint = hintFor(status, body);
  return { status, ...(hint === undefined ? {} : { hint }), body };
}

export function succeeded({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

const HINTS: Readonly<Record<number, string>> = {
  401: 'The cluster does not accept the credentials of this connection: correct user and password or apiKey with update_connection.',
  403: 'The role of this connection may not do this: test_connection says who it is; ask for what it may read, or have its owner grant the privilege.',
  429: 'The cluster has too much to do: call again later, or ask for less.',
  503: 'The cluster is not ready: es_cluster_health says why.',
};

function hintFor(status: number, body: unknown): string | undefined {
  if (status === 404 && textAt(body, 'error', 'type') === 'index_not_found_exception')
    return 'There is no such index: es_list_indices shows the names.';
  return HINTS[status] ?? partialHint(body);
}

/** A search that lost shards or ran out of time says so in a corner of its answer. */
function partialHint(body: unknown): string | undefined {
  const failed = at(body, '_shards', 'failed');
  if (typeof failed === 'number' && failed > 0)
    return `Part of the answer is missing: ${failed} of ${String(at(body, '_shards', 'total'))} shards failed.`;
  return at(body, 'timed_out') === true
    ? 'Part of the answer is missing: the cluster ran out of time.'
    : undefined;
}
