import { estimateTokens } from '@molehill/core/budget';
import { cutText, fitToBytes } from '@molehill/core/fit';
import { isRecord } from '@molehill/core/record';
import type { WireResult } from '@molehill/core/upstream';

export const DEFAULT_BUDGET = 10_000;

export interface BoundOptions {
  /** In tokens of text; 0 for no limit. */
  readonly budget: number;
  /** Keeps the whole text for the caller and returns its handle. */
  keep(text: string): string;
  /** Whether clients validate the structured content. */
  readonly hasOutputSchema?: boolean;
}

const BYTES_PER_TOKEN = 3.5;
/** Where results of tools, prompts and resources carry what a model reads. */
const CONTENT_KEYS = ['content', 'messages', 'contents'];
/** Not text, or needed whole to use what they belong to. */
const NOT_TEXT = new Set(['data', 'blob', 'type', 'mimeType', 'uri', 'role']);
/** Enum values and dates in annotations are shorter. */
const SHORTEST_TEXT = 64;
const READ_MORE = 'molehill__read_more';

/** An answer whose text is above the budget is cut; the rest is kept for `read_more`. Any other answer is unchanged. */
export function boundAnswer(result: WireResult, options: BoundOptions): WireResult {
  const limit = options.budget * BYTES_PER_TOKEN;
  if (limit <= 0) return result;
  const texts = CONTENT_KEYS.flatMap((key) => textsIn(result[key]));
  const structured = result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent);
  const joined = texts.join('\n');
  if (isWithin(joined, limit) && isWithin(structured, limit)) return withBoundedMeta(result, limit);
  // Servers repeat their structured content as text.
  const isTextCut = !isWithin(joined, limit);
  const text = isTextCut ? joined : [...texts, structured].join('\n');
  const shown = cutText(text, limit).length;
  const notice = noticeOf(text, shown, options.keep(text));
  const cut = isTextCut
    ? cutContents(result, shown, notice)
    : withPart(result, `${text.slice(text.length - structured.length, shown)}${notice}`);
  return withStructured(withBoundedMeta(cut, limit), structured, limit, options);
}

function isWithin(text: string, bytes: number): boolean {
  return text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes;
}

function noticeOf(text: string, shown: number, handle: string): string {
  const size = `${shown} of ${text.length} characters (about ${estimateTokens(text)} tokens)`;
  return `\n[cut: ${size} are shown — call ${READ_MORE} with handle: "${handle}", offset: ${shown} for more.]`;
}

function isText(value: unknown, key: string): value is string {
  return typeof value === 'string' && !NOT_TEXT.has(key) && (key === 'text' || value.length > SHORTEST_TEXT);
}

function textsIn(value: unknown, key = ''): readonly string[] {
  if (isText(value, key)) return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, key));
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, name)) : [];
}

/** Keeps the first characters of all texts together, then the notice, then everything that is not text. */
function cutContents(result: WireResult, characters: number, notice: string): WireResult {
  let left = characters;
  let isNoticed = false;
  const cut = (value: unknown, key: string): unknown => {
    if (isText(value, key)) {
      const kept = value.slice(0, Math.max(0, left));
      left -= value.length + 1;
      if (left >= 0 || isNoticed) return kept;
      isNoticed = true;
      return `${kept}${notice}`;
    }
    if (Array.isArray(value)) return value.map((item) => cut(item, key)).filter((part) => !isEmptied(part));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner, name)]));
  };
  const changed = CONTENT_KEYS.filter((key) => key in result).map((key) => [key, cut(result[key], '')]);
  return { ...result, ...Object.fromEntries(changed) };
}

function withPart(result: WireResult, text: string): WireResult {
  const content = Array.isArray(result.content) ? result.content : [];
  return { ...result, content: [...content, { type: 'text', text }] };
}

function isEmptied(part: unknown): boolean {
  return isRecord(part) && part.type === 'text' && part.text === '';
}

/** Clients validate structured content by the output schema: it keeps its form and loses items and texts. */
function withStructured(
  result: WireResult,
  structured: string,
  limit: number,
  { hasOutputSchema = false }: BoundOptions,
): WireResult {
  if (isWithin(structured, limit)) return result;
  const { structuredContent, ...rest } = result;
  return hasOutputSchema ? { ...rest, structuredContent: fitToBytes(structuredContent, limit).value } : rest;
}

function withBoundedMeta(result: WireResult, limit: number): WireResult {
  if (result._meta === undefined || isWithin(JSON.stringify(result._meta), limit)) return result;
  const { _meta, ...rest } = result;
  return rest;
}
