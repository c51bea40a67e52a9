import * as z from 'zod';
import { type Budget, estimateTokens, type LimitName, type Truncation } from './budget.ts';
import type { MolehillError } from './errors.ts';
import { cutText, fitToBytes } from './fit.ts';
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
  const fitted = fitToBytes(data, allowed, redactor.known);
  const rendered = tool.render ? tool.render(fitted.value) : renderText(fitted.value);
  const text = cutText(rendered, allowed);
  const overflowed = fitted.cut || text.length < rendered.length;
  const truncation = overflowed ? overflow(limit.name, text) : budget.truncation;
  const told = truncation ? { ...meta, truncation } : meta;
  return {
    envelope: { ok: true, type: 'success', data: fitted.value, meta: told },
    text: truncation ? `${text}\n${truncationLine(truncation)}` : text,
  };
}

export function failure(error: MolehillError, meta: Meta, redactor: Redactor): Answer {
  const message = cutText(error.message, LONGEST_MESSAGE, redactor.suspected);
  const hint = cutText(error.hint, LONGEST_MESSAGE, redactor.suspected);
  const fitted = fitToBytes(error.details, LONGEST_MESSAGE, redactor.suspected);
  const details = error.details && redactor.suspectedValue(fitted.value);
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

/** What the handler said of its own cut no longer holds: less is shown than it left, and its cursor would skip the rest. */
function overflow(limit: LimitName, text: string): Truncation {
  const shown = limit === 'tokens' ? estimateTokens(text) : Buffer.byteLength(text);
  return { truncated: true, limit, shown, next: 'Ask for less: a filter, fewer fields or a smaller limit.' };
}

function truncationLine(cut: Truncation): string {
  const of = cut.total === undefined ? '' : ` of ${cut.total}`;
  return `[truncated: the ${cut.limit} limit cut this answer at ${cut.shown}${of} — ${cut.next}]`;
}

/** One flat object rather than a union: clients differ in what they accept at the root of an output schema. */
export function envelopeSchema(tool: Tool): Record<string, unknown> {
  const { $schema: _, ...data } = toSchema(tool.output, 'output');
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
  const { $schema: _, ...schema } = toSchema(tool.input, 'input');
  return schema;
}

function toSchema(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return singleTypes(z.toJSONSchema(type, { io, unrepresentable: 'any' })) as Record<string, unknown>;
}

/** Some clients map schemas onto a dialect in which a type is one word, so "this or null" is written as a choice. */
function singleTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(singleTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, singleTypes(value)]));
  const { type, description, default: usual, ...rest } = inner;
  if (!Array.isArray(type)) return inner;
  return {
    ...(description === undefined ? {} : { description }),
    ...(usual === undefined ? {} : { default: usual }),
    anyOf: type.map((one) => (one === 'null' ? { type: one } : { type: one, ...rest })),
  };
}
