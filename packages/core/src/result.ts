import * as z from 'zod';
import type { Budget, Truncation } from './budget.ts';
import type { MolehillError } from './errors.ts';
import { fitToBytes } from './fit.ts';
import type { Redactor } from './redact.ts';
import { renderText } from './render.ts';
import type { Tool } from './tool.ts';

export interface Meta {
  readonly requestId: string;
  readonly timestamp: string;
  readonly durationMs: number;
  readonly truncation?: Truncation;
}

export interface Success {
  readonly ok: true;
  readonly type: 'success';
  readonly data: unknown;
  readonly meta: Meta;
}

export interface Failure {
  readonly ok: false;
  readonly type: 'error';
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    readonly retryable: boolean;
    readonly details?: Readonly<Record<string, unknown>>;
  };
  readonly meta: Meta;
}

/** What every door gets: the envelope for programs and the text for a model. */
export interface Answer {
  readonly envelope: Success | Failure;
  readonly text: string;
}

/** A handler that kept to its budget measured its rows; the frame around them may still come on top. */
const FRAME_ALLOWANCE = 1.25;
const LONGEST_MESSAGE = 4_000;

export function success(tool: Tool, data: unknown, meta: Meta, budget: Budget, redactor: Redactor): Answer {
  const limit = budget.textLimit;
  const allowed = Math.floor(limit.bytes * FRAME_ALLOWANCE);
  const fitted = fitToBytes(data, allowed);
  const shown = hideKnown(fitted.value, redactor);
  const rendered = tool.render ? tool.render(shown) : renderText(shown);
  const text = cutText(rendered, allowed);
  const truncation =
    fitted.cut || text.length < rendered.length ? overflow(budget, limit.name, allowed) : budget.truncation;
  return {
    envelope: { ok: true, type: 'success', data: shown, meta: truncation ? { ...meta, truncation } : meta },
    text: truncation ? `${text}\n${truncationLine(truncation)}` : text,
  };
}

export function failure(error: MolehillError, meta: Meta, redactor: Redactor): Answer {
  const message = cutText(redactor.suspected(error.message), LONGEST_MESSAGE);
  const hint = redactor.suspected(error.hint);
  const details = error.details && fitToBytes(redactor.suspectedValue(error.details), LONGEST_MESSAGE).value;
  return {
    envelope: {
      ok: false,
      type: 'error',
      error: {
        code: error.code,
        message,
        hint,
        retryable: error.retryable,
        ...(details ? { details: details as Record<string, unknown> } : {}),
      },
      meta,
    },
    text: `[${error.code}] ${message}${hint ? ` — ${hint}` : ''}`,
  };
}

function overflow(budget: Budget, limit: Truncation['limit'], shown: number): Truncation {
  if (budget.truncation) return budget.truncation;
  return { truncated: true, limit, shown, next: 'Ask for less: a filter, fewer fields or a smaller limit.' };
}

function truncationLine(cut: Truncation): string {
  const of = cut.total === undefined ? '' : ` of ${cut.total}`;
  return `[truncated: the ${cut.limit} limit cut this answer at ${cut.shown}${of} — ${cut.next}]`;
}

function cutText(text: string, bytes: number): string {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
  return Buffer.from(text.slice(0, bytes)).subarray(0, bytes).toString().replace(/�$/, '');
}

function hideKnown(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.known(value);
  if (Array.isArray(value)) return value.map((item) => hideKnown(item, redactor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redactor.known(key), hideKnown(inner, redactor)]),
  );
}

/** One flat object rather than a union: clients differ in what they accept at the root of an output schema. */
export function envelopeSchema(tool: Tool): Record<string, unknown> {
  const { $schema: _, ...data } = z.toJSONSchema(tool.output, { io: 'output', unrepresentable: 'any' });
  return {
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      type: { enum: ['success', 'error'] },
      data,
      error: { type: 'object' },
      meta: { type: 'object' },
    },
    required: ['ok', 'type', 'meta'],
  };
}

export function inputSchema(tool: Tool): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' });
  return schema;
}
