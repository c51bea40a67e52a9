import type { LimitName } from '@molehill/core/budget';
import { isRecord } from '@molehill/core/record';
import { ExactNumber } from '../json/exact-number.ts';
import { jsonBytes, type List, listsIn, shorten } from './lists.ts';
import { cutTexts } from './texts.ts';

export interface FitLimits {
  readonly bytes: number;
  /** How many hits, or items of an answer that is a list. */
  readonly rows: number;
  /** So many hits stay, if only with their texts cut. */
  readonly fewestHits?: number;
}

export interface FittedBody {
  readonly value: unknown;
  /** What was left out: nothing where this is not there. */
  readonly cut?: {
    readonly by: Extract<LimitName, 'rows' | 'bytes'>;
    readonly shown: number;
    readonly total?: number;
  };
}

/** A value may have more lists and objects than are worth going through one by one. */
const MOST_ROUNDS = 40;

/**
 * Makes an answer small enough without breaking it: hits are dropped whole, then items of other lists, then long texts
 * are cut, and members of large objects go last.
 */
export function fitBody(whole: unknown, limits: FitLimits): FittedBody {
  const value = copyOf(whole);
  const counted = limitRows(value, limits.rows);
  const list = mainList(value);
  const before = list?.items.length;
  const size = jsonBytes(value);
  if (size <= limits.bytes) return counted ? { value, cut: counted } : { value };
  dropItems(value, limits);
  const texts = jsonBytes(value) > limits.bytes ? cutTexts(value, limits.bytes) : value;
  dropMembers(texts, limits.bytes);
  if (!list || before === list.items.length)
    return { value: texts, cut: { by: 'bytes', shown: jsonBytes(texts) } };
  return {
    value: texts,
    cut: { by: 'bytes', shown: list.items.length, ...totalFor(list, counted?.total ?? before) },
  };
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isRecord(value) || value instanceof ExactNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)]));
}

/** The list whose items are counted: hits, the answer itself, or the one that takes the most room. */
function mainList(value: unknown): List | undefined {
  const lists = listsIn(value);
  const named = lists.find(({ isHits, items }) => isHits || items === value);
  return named ?? lists.sort((a, b) => b.bytes - a.bytes)[0];
}

function limitRows(value: unknown, rows: number): FittedBody['cut'] {
  const long = listsIn(value).filter(
    ({ isHits, items }) => (isHits || items === value) && items.length > rows,
  );
  const [first] = long;
  if (!first) return undefined;
  const total = totalFor(first, first.items.length);
  for (const { items } of long) items.length = rows;
  return { by: 'rows', shown: rows, ...total };
}

function totalFor(list: List, counted: number | undefined): { readonly total?: number } {
  const total = list.total ?? counted;
  return total === undefined ? {} : { total };
}

function dropItems(value: unknown, { bytes, fewestHits = 1 }: FitLimits): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const excess = jsonBytes(value) - bytes;
    if (excess <= 0) return;
    const fewest = ({ isHits }: List) => (isHits ? fewestHits : 1);
    const long = listsIn(value).filter((list) => list.items.length > fewest(list));
    const [heaviest] = long.sort((a, b) => Number(b.isHits) - Number(a.isHits) || b.bytes - a.bytes);
    if (!heaviest) return;
    shorten(heaviest, excess, fewest(heaviest));
  }
}

/** Of the object with the most members, the last ones. */
function dropMembers(value: unknown, bytes: number): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const excess = jsonBytes(value) - bytes;
    if (excess <= 0) return;
    const largest = largestObject(value);
    if (!largest || largest.members < 2) return;
    const { record } = largest;
    const names = Object.keys(record);
    for (let gone = 0; gone < excess && names.length > 1; ) {
      const name = names.pop() ?? '';
      gone += jsonBytes(name) + jsonBytes(record[name]) + 2;
      delete record[name];
    }
  }
}

interface Largest {
  readonly record: Record<string, unknown>;
  readonly members: number;
}

function largestObject(value: unknown): Largest | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  const inner: unknown[] = Object.values(value);
  const own = isRecord(value)
    ? { record: value as Record<string, unknown>, members: inner.length }
    : undefined;
  return inner.reduce<Largest | undefined>((best, each) => {
    const found = largestObject(each);
    return found && found.members > (best?.members ?? 0) ? found : best;
  }, own);
}
