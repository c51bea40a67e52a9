import type { Running } from './background.ts';
import { Budget, type BudgetLimits, estimateTokens, type LimitName, type Truncation } from './budget.ts';
import type { ContentPart } from './context.ts';
import { errorText, type MolehillError } from './errors.ts';
import { cutText, type Fitted, fitsAsIs, fitToBytes } from './fit.ts';
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
  readonly type: 'success' | 'running';
  /** Absent while the work is running, and where nothing of it fits the budget. */
  readonly data?: unknown;
  readonly running?: { readonly handle: string; readonly title: string };
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
  /** Content beside the data: images, links to resources, embedded files. */
  readonly parts?: readonly ContentPart[];
  /** The result of an upstream tool, for frontends that pass it on unchanged. */
  readonly raw?: WireResult;
  /** The protocol error of an upstream tool, for frontends that pass it on unchanged. */
  readonly refusal?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const LONGEST_MESSAGE = 4_000;
/** Enough to converge: each attempt shrinks the data in proportion to the excess. */
const MOST_ATTEMPTS = 8;
/** Shrinks slightly more than needed, which saves attempts. */
const SHRINK = 0.95;

export interface SuccessOptions {
  readonly tool: Pick<Tool, 'render'>;
  readonly data: unknown;
  readonly meta: Meta;
  readonly budget: Budget;
  readonly redactor: Redactor;
  readonly phrase?: Phrase;
  readonly parts?: readonly ContentPart[];
}

type Phrase = (text: string) => string;
const verbatim: Phrase = (text) => text;

/** The answer of a handler, cut so that text and structured content together keep the budget. */
export function success(options: SuccessOptions): Answer {
  const limit = options.budget.textLimit.bytes;
  let share = limit;
  let draft = compose(options, share);
  for (let attempt = 0; draft.bytes > limit && attempt < MOST_ATTEMPTS; attempt += 1) {
    share = Math.floor(Math.min(share, draft.data.bytes) * (limit / draft.bytes) * SHRINK);
    draft = compose(options, share);
  }
  const answer = draft.bytes > limit ? cutTextOf(options, draft, limit) : draft.answer;
  const parts = fittingParts(options.parts ?? []);
  return parts.length > 0 ? { ...answer, parts } : answer;
}

/** Images and embedded files have a limit of their own: they are not read as text. */
const MOST_PART_BYTES = 2 * 1024 * 1024;

function fittingParts(parts: readonly ContentPart[]): readonly ContentPart[] {
  let left = MOST_PART_BYTES;
  return parts.filter((part) => {
    left -= hiddenBytes([part]);
    return left >= 0;
  });
}

interface Draft {
  readonly answer: Answer;
  readonly data: Fitted;
  readonly rendered: string;
  /** Size of the whole answer. */
  readonly bytes: number;
}

function compose(
  { tool, data, meta, budget, redactor, phrase = verbatim }: SuccessOptions,
  share: number,
): Draft {
  const fitted = fitsAsIs(data, share, redactor.knowsNothingIn) ?? fitToBytes(data, share, redactor.known);
  const rendered = tool.render ? tool.render(fitted.value) : renderText(fitted.value);
  const truncation = fitted.cut
    ? overflow(budget.textLimit.name, rendered)
    : phrased(budget.truncation, phrase);
  const answer = answerOf(rendered, truncation, budget, meta, fitted.value);
  return { answer, data: fitted, rendered, bytes: fitted.bytes + bytesBeside(answer) };
}

function answerOf(
  text: string,
  truncation: Truncation | undefined,
  { limits }: Budget,
  meta: Meta,
  ...data: unknown[]
): Answer {
  const envelope: Success = {
    ok: true,
    type: 'success',
    ...(data.length > 0 ? { data: data[0] } : {}),
    meta: truncation ? { ...meta, truncation } : meta,
  };
  return { envelope, text: truncation ? `${text}\n${truncationLine(truncation, limits)}` : text };
}

/** Size of everything but the data. */
function bytesBeside({ envelope, text }: Answer): number {
  const { data: _, ...frame } = envelope as Success;
  return Buffer.byteLength(JSON.stringify(frame)) + '"data":,'.length + Buffer.byteLength(text);
}

/** For data that cannot be cut further, because its keys or its rendering alone exceed the budget. */
function cutTextOf({ budget, meta }: SuccessOptions, { data, rendered }: Draft, limit: number): Answer {
  const { name } = budget.textLimit;
  const empty = answerOf('', overflow(name, rendered), budget, meta);
  const left = limit - data.bytes - bytesBeside(empty);
  if (left < 0) return answerOf('', overflow(name, ''), budget, meta);
  const text = cutText(rendered, left);
  return answerOf(text, overflow(name, text), budget, meta, data.value);
}

function phrased(truncation: Truncation | undefined, phrase: Phrase): Truncation | undefined {
  return truncation && { ...truncation, next: phrase(truncation.next) };
}

const LONGEST_TITLE = 200;

/** The work continues; the caller waits for it by the handle. */
export function running({ handle, title }: Running, meta: Meta, redactor: Redactor, phrase: Phrase): Answer {
  const shown = cutText(title, LONGEST_TITLE, redactor.known);
  const next = phrase(`Call {tool:wait} with {param:handle="${handle}"} to wait for it.`);
  return {
    envelope: { ok: true, type: 'running', running: { handle, title: shown }, meta },
    text: `Still running: ${shown}\nhandle: ${handle}\n${next}`,
  };
}

export function failure(
  error: MolehillError,
  meta: Meta,
  redactor: Redactor,
  budget: Budget = new Budget(),
  phrase: Phrase = verbatim,
): Answer {
  const shorten = (text: string) => cutText(phrase(text), LONGEST_MESSAGE, redactor.suspected);
  const told = { message: shorten(error.message), hint: shorten(error.hint) };
  const { message, hint } = fitToBytes(told, budget.dataLimit.bytes / 2).value as typeof told;
  const { code, retryable } = error;
  const detailBytes = Math.min(LONGEST_MESSAGE, budget.dataLimit.bytes / 2);
  const fitted = fitToBytes(error.details, detailBytes, redactor.suspected);
  const details = error.details && (redactor.suspectedValue(fitted.value) as Record<string, unknown>);
  const text = error.text === undefined ? errorText({ code, message, hint }) : shorten(error.text);
  const envelope: Failure = {
    ok: false,
    type: 'error',
    error: { code, message, hint, retryable, ...(details ? { details } : {}) },
    meta,
  };
  return { envelope, text: cutText(text, budget.textLimit.bytes / 2) };
}

/** The unchanged result of an upstream tool, with an envelope and a text for frontends other than MCP. */
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

interface AnyPart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly blob?: unknown;
  readonly mimeType?: unknown;
  readonly uri?: unknown;
  readonly resource?: AnyPart;
}

/** An upstream server may send anything as content. */
function partsOf(content: unknown): AnyPart[] {
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts.filter((part) => typeof part === 'object' && part !== null);
}

/** The size of content that the text of an answer names without showing it, as it is sent. */
export function hiddenBytes(content: unknown): number {
  const data = partsOf(content).map((part) => part.data ?? part.resource?.blob);
  return data.reduce<number>((sum, each) => sum + (typeof each === 'string' ? each.length : 0), 0);
}

/** Text as it is; other content by its type and name. */
function contentText(raw: WireResult): string {
  const parts = partsOf(raw.content);
  if (parts.length > 0) return parts.map(partText).join('\n');
  return raw.structuredContent === undefined ? '' : renderText(raw.structuredContent);
}

function partText(part: AnyPart): string {
  if (typeof part.text === 'string') return part.text;
  if (typeof part.resource?.text === 'string') return part.resource.text;
  const { uri = part.resource?.uri, mimeType = part.resource?.mimeType, data } = part;
  const size = typeof data === 'string' ? `${Buffer.byteLength(data, 'base64')} bytes` : undefined;
  return `[${[part.type, uri, mimeType, size].filter((word) => typeof word === 'string').join(' ')}]`;
}

/** Replaces what the handler said about its own cut: less is shown than it returned, and its cursor would skip the rest. */
function overflow(limit: LimitName, text: string): Truncation {
  const shown = limit === 'tokens' ? estimateTokens(text) : Buffer.byteLength(text);
  return { truncated: true, limit, shown, next: 'Ask for less: a filter, fewer fields or a smaller limit.' };
}

/** The caller's own limit on rows is known to it; the budget of an answer is not. */
function truncationLine({ limit, shown, total, next }: Truncation, limits: BudgetLimits): string {
  const of = total === undefined ? '' : ` of ${total}`;
  const budget = limit === 'rows' ? '' : ` (an answer has ${limits[limit]} ${limit})`;
  return `[truncated: the ${limit} limit cut this answer at ${shown}${of}${budget} — ${next}]`;
}
