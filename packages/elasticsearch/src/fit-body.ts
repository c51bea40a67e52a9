import type { LimitName } from '@molehill/core/budget';
import { cutText } from '@molehill/core/fit';
import { ExactNumber } from './json/exact-json.ts';
import { totalOf } from './search/hits.ts';

export interface FitLimits {
  readonly bytes: number;
  /** How many hits, or items of a body that is a list. */
  readonly rows: number;
  /** This many rows are kept, if only with shorter strings. */
  readonly minRows?: number;
}

export interface FittedBody {
  readonly value: unknown;
  /** What was omitted; absent where nothing was. */
  readonly cut?: {
    readonly by: Extract<LimitName, 'rows' | 'bytes'>;
    readonly shown: number;
    readonly total?: number;
  };
}

/** The longest list of rows, other list, string and object that is kept. */
interface Caps {
  readonly rows: number;
  readonly items: number;
  readonly text: number;
  readonly members: number;
}

interface ShortenedList {
  readonly isRows: boolean;
  readonly shown: number;
  readonly total: number;
}

/** Names, dates and identifiers are useless when cut. */
const MIN_TEXT = 64;
const MAX_DEPTH = 60;

/** Replaces an omitted value, or the omitted rest of a string. */
export function cutMark(more: number | undefined): string {
  return more === undefined ? '…[cut]' : `…[cut: ${more} more characters]`;
}

/**
 * Makes a body small enough without breaking it: hits are dropped whole, then items of other lists, then long strings
 * are cut, then members of large objects are dropped. Each step keeps as much as fits.
 */
export function fitBody(body: unknown, { bytes, rows, minRows = 1 }: FitLimits): FittedBody {
  let caps: Caps = { rows, items: bytes, text: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY };
  let result = limited(body, caps);
  if (jsonBytes(result.value) <= bytes) return described(result, 'rows');
  const steps = [
    ['rows', minRows, rows],
    ['items', 1, bytes],
    ['text', MIN_TEXT, bytes],
    ['members', 1, bytes],
  ] as const;
  for (const [cap, min, max] of steps) {
    const fits = (most: number) => jsonBytes(limited(body, { ...caps, [cap]: most }).value) <= bytes;
    caps = { ...caps, [cap]: largest(min, max, fits) };
    result = limited(body, caps);
    if (jsonBytes(result.value) <= bytes) return described(result, 'bytes');
  }
  return { value: result.value, cut: { by: 'bytes', shown: jsonBytes(result.value) } };
}

/** By galloping search, which tries few candidates that are far too large; the minimum where nothing fits. */
function largest(min: number, max: number, fits: (candidate: number) => boolean): number {
  if (!fits(min)) return min;
  let [low, high] = [min, min * 2];
  while (high < max && fits(high)) [low, high] = [high, high * 2];
  high = Math.min(high, max);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Limited {
  readonly value: unknown;
  readonly shortened: readonly ShortenedList[];
}

function limited(body: unknown, caps: Caps): Limited {
  const shortened: ShortenedList[] = [];
  const copyList = (items: readonly unknown[], path: readonly string[], parent: unknown) => {
    const isRows = path.length === 0 || (path.at(-1) === 'hits' && path.at(-2) === 'hits');
    const kept = items.slice(0, isRows ? caps.rows : caps.items);
    // Once members are dropped as well, the length of one list does not describe the whole.
    const counts = isRows || caps.members === Number.POSITIVE_INFINITY;
    const total = totalOf(parent) ?? items.length;
    if (counts && kept.length < items.length) shortened.push({ isRows, shown: kept.length, total });
    return kept.map((item) => copy(item, [...path, ''], items));
  };
  const copy = (value: unknown, path: readonly string[], parent: unknown): unknown => {
    if (typeof value === 'string') return shortText(value, caps.text);
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
    if (path.length >= MAX_DEPTH) {
      shortened.push({ isRows: false, shown: MAX_DEPTH, total: MAX_DEPTH + 1 });
      return cutMark(undefined);
    }
    if (Array.isArray(value)) return copyList(value, path, parent);
    const members = Object.entries(value).slice(0, caps.members);
    return Object.fromEntries(members.map(([name, inner]) => [name, copy(inner, [...path, name], value)]));
  };
  return { value: copy(body, [], undefined), shortened };
}

/** Counts the rows that are shown, else the items of the longest list, else the bytes. */
function described({ value, shortened }: Limited, by: 'rows' | 'bytes'): FittedBody {
  if (by === 'rows' && shortened.length === 0) return { value };
  const [list] = [...shortened].sort((a, b) => Number(b.isRows) - Number(a.isRows) || b.total - a.total);
  const counts = list ? { shown: list.shown, total: list.total } : { shown: jsonBytes(value) };
  return { value, cut: { by, ...counts } };
}

const MARK = /…\[cut(?:: (\d+) more characters)?\]$/;

/** The mark of a string that was cut before counts all missing characters. */
function shortText(text: string, bytes: number): string {
  const mark = MARK.exec(text);
  const whole = mark ? text.slice(0, mark.index) : text;
  const kept = cutText(whole, bytes);
  if (kept.length === whole.length) return text;
  const [, missing] = mark ?? ['', '0'];
  return kept + cutMark(missing === undefined ? undefined : Number(missing) + whole.length - kept.length);
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
