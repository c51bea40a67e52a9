import { isRecord } from '@molehill/core/record';
import { ExactNumber } from '../json/exact-number.ts';
import { cutMark } from '../json/marks.ts';
import { jsonBytes } from './lists.ts';

/** Names, dates and numbers in text: half of one is none. */
const SHORTEST_CUT = 64;
const MARK = /…\[cut(?:: (\d+) more characters)?\]$/;

/** The same value with its longest texts cut, by no more than it takes to come down to so many bytes if that can be. */
export function cutTexts(value: unknown, bytes: number): unknown {
  let [low, high] = [SHORTEST_CUT, Math.max(SHORTEST_CUT, bytes)];
  while (high - low > SHORTEST_CUT / 4) {
    const middle = Math.ceil((low + high) / 2);
    if (jsonBytes(withTexts(value, middle)) <= bytes) low = middle;
    else high = middle;
  }
  return withTexts(value, low);
}

function withTexts(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return cutText(value, longest);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, longest));
  if (!isRecord(value) || value instanceof ExactNumber) return value;
  const copy = Object.entries(value).map(([name, inner]) => [name, withTexts(inner, longest)] as const);
  return Object.fromEntries(copy);
}

/** A text that was cut before says how much is missing in all. */
function cutText(text: string, longest: number): string {
  const mark = MARK.exec(text);
  const body = mark ? text.slice(0, mark.index) : text;
  if (body.length <= longest) return text;
  const end = isHighSurrogate(body.charCodeAt(longest - 1)) ? longest - 1 : longest;
  const before = mark ? mark[1] : '0';
  return body.slice(0, end) + cutMark(before === undefined ? undefined : Number(before) + body.length - end);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
