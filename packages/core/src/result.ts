import { type Budget, estimateTokens, type LimitName, type Truncation } from './budget.ts';
import { errorText, type MolehillError } from './errors.ts';
import { cutText, fitToBytes } from './fit.ts';
import type { Redactor } from './redact.ts';
import { renderText } from './render.ts';
import type { Tool } from './tool.ts';
import { type UpstreamError, upstreamErrors, type WireResult } from './upstream.ts';

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

/** What every frontend gets: the envelope for programs and the text for a model. */
export interface Answer {
  readonly envelope: Success | Failure;
  readonly text: string;
  /** What a tool of another server answered, for frontends that pass it on as it is. */
  readonly raw?: WireResult;
  /** What another server refused with, for frontends that pass it on as it is. */
  readonly refusal?: { readonly code: number; readonly message: string; readonly data?: unknown };
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
  const fixed = error.text && cutText(error.text, LONGEST_MESSAGE, redactor.suspected);
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
    text: fixed ?? errorText({ code: error.code, message, hint }),
  };
}

/** The result of a tool of another server: untouched, and beside it what a frontend that speaks no MCP can show. */
export function relayed(raw: WireResult, meta: Meta): Answer {
  const text = contentText(raw);
  if (raw.isError !== true)
    return { envelope: { ok: true, type: 'success', data: relayedData(raw), meta }, text, raw };
  const { code, message, hint, retryable } = upstreamErrors.fail('E_UPSTREAM_FAILURE', text);
  const error = { code, message, hint, retryable };
  return { envelope: { ok: false, type: 'error', error, meta }, text, raw };
}

export function refused(refusal: UpstreamError, meta: Meta, redactor: Redactor): Answer {
  const { code, message, data } = refusal;
  const details = { code, ...(data === undefined ? {} : { data }) };
  const error = upstreamErrors.fail('E_UPSTREAM_REFUSAL', message, { details });
  return { ...failure(error, meta, redactor), refusal: { code, message, data } };
}

function relayedData(raw: WireResult): unknown {
  const { structuredContent, content } = raw;
  return structuredContent === undefined ? { content } : structuredContent;
}

interface ContentPart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly blob?: unknown;
  readonly mimeType?: unknown;
  readonly uri?: unknown;
  readonly resource?: ContentPart;
}

/** Whatever another server sends is content, if only it is an object. */
function partsOf(raw: WireResult): ContentPart[] {
  const parts: unknown[] = Array.isArray(raw.content) ? raw.content : [];
  return parts.filter((part) => typeof part === 'object' && part !== null);
}

/** What the text of an answer names without showing it: images and the like, as they travel. */
export function hiddenBytes(raw: WireResult): number {
  const data = partsOf(raw).map((part) => part.data ?? part.resource?.blob);
  return data.reduce<number>((sum, each) => sum + (typeof each === 'string' ? each.length : 0), 0);
}

/** Texts as they are; what is no text by its kind and name. */
function contentText(raw: WireResult): string {
  const parts = partsOf(raw);
  if (parts.length > 0) return parts.map(partText).join('\n');
  return raw.structuredContent === undefined ? '' : renderText(raw.structuredContent);
}

function partText(part: ContentPart): string {
  if (typeof part.text === 'string') return part.text;
  if (typeof part.resource?.text === 'string') return part.resource.text;
  const { uri = part.resource?.uri, mimeType = part.resource?.mimeType, data } = part;
  const size = typeof data === 'string' ? `${Buffer.byteLength(data, 'base64')} bytes` : undefined;
  return `[${[part.type, uri, mimeType, size].filter((word) => typeof word === 'string').join(' ')}]`;
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
