import type { ToolContext } from '@molehill/core/context';
import * as z from 'zod';
import type { EsAnswer } from '../client/client.ts';
import { type FittedBody, fitBody } from '../fit-body.ts';
import { at, textAt } from '../records.ts';

/** The result of every tool that sends requests to a cluster. */
export const answerShape = {
  status: z.number().describe('HTTP status of the cluster'),
  hint: z.string().optional().describe('What to do when the cluster refused, or responded only in part'),
  body: z.unknown().describe('The response; integers beyond 2^53 are strings of their digits'),
};

export interface Answered {
  readonly status: number;
  readonly hint?: string;
  readonly body: unknown;
}

/** For status, hint and cursor. */
const FRAME_BYTES = 100;
const MIN_BYTES = 500;

/** The bytes that a body may take. */
export function bodyLimit({ budget }: ToolContext): number {
  return Math.max(MIN_BYTES, budget.dataLimit.bytes - FRAME_BYTES);
}

/** The response within the budget, which records what was omitted and how to get it. */
export function fitted(answer: EsAnswer, context: ToolContext, next: string): Answered {
  const { budget } = context;
  const { value, cut } = fitBody(answer.body, { bytes: bodyLimit(context), rows: budget.limits.rows });
  if (cut ?? !answer.whole) recordCut(context, cut ?? { by: 'bytes', shown: sizeOf(value) }, next);
  return withHint(answer.status, value);
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Buffer.byteLength(JSON.stringify(value) ?? '');
}

export function recordCut({ budget }: ToolContext, cut: NonNullable<FittedBody['cut']>, next: string): void {
  const { by, ...counts } = cut;
  budget.cut({ limit: by === 'rows' ? by : budget.textLimit.name, ...counts, next });
}

export function withHint(status: number, body: unknown): Answered {
  const hint = hintFor(status, body);
  return { status, ...(hint && { hint }), body };
}

export function succeeded({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

const HINTS: Readonly<Record<number, string>> = {
  401: 'The cluster rejects the credentials of this connection: correct user and password or apiKey with update_connection.',
  403: 'The role of this connection lacks a privilege: test_connection shows the user; read something else, or ask the owner to grant the privilege.',
  429: 'The cluster is overloaded: call again later, or ask for less.',
  503: 'The cluster is not ready: es_cluster_health shows why.',
};

function hintFor(status: number, body: unknown): string | undefined {
  if (status === 404 && textAt(body, 'error', 'type') === 'index_not_found_exception')
    return 'There is no such index: es_list_indices shows the names.';
  return HINTS[status] ?? partialHint(body);
}

/** A search may fail on some shards or time out and still have status 200. */
function partialHint(body: unknown): string | undefined {
  const failed = at(body, '_shards', 'failed');
  if (typeof failed === 'number' && failed > 0)
    return `The result is incomplete: ${failed} of ${String(at(body, '_shards', 'total'))} shards failed.`;
  return at(body, 'timed_out') === true
    ? 'The result is incomplete: the search timed out on the cluster.'
    : undefined;
}
