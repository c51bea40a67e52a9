import { isRecord } from '@molehill/core/record';
import { at, listAt } from '../records.ts';

export function hitsOf(body: unknown): readonly unknown[] {
  return listAt(body, 'hits', 'hits');
}

/** How many hits a search has in all, as far as it was counted. */
export function totalOf(hits: unknown): number | undefined {
  const total = at(hits, 'total');
  const count = isRecord(total) ? total.value : total;
  return typeof count === 'number' ? count : undefined;
}

export function withHits(body: unknown, hits: readonly unknown[]): unknown {
  if (!isRecord(body)) return body;
  const { hits: found } = body;
  return { ...body, hits: { ...(isRecord(found) ? found : {}), hits: [...hits] } };
}

export function sortOf(hit: unknown): readonly unknown[] {
  return listAt(hit, 'sort');
}

/** A hit with the sort values that the caller asked for, without the tiebreaker. */
export function withSorts(hit: unknown, count: number): unknown {
  if (!isRecord(hit) || !('sort' in hit)) return hit;
  const { sort, ...rest } = hit;
  return count === 0 ? rest : { ...rest, sort: Array.isArray(sort) ? sort.slice(0, count) : sort };
}

/**
 * How many of `wanted` hits a page may show so that `search_after` can continue after the last of them: hits with equal
 * sort values stay together. Undefined when more hits are needed to decide.
 */
export function wholeGroups(hits: readonly unknown[], wanted: number, isEnd: boolean): number | undefined {
  if (wanted >= hits.length) return isEnd ? hits.length : startOfGroup(hits, hits.length - 1) || undefined;
  if (!samePosition(hits[wanted - 1], hits[wanted])) return wanted;
  const start = startOfGroup(hits, wanted);
  if (start > 0) return start;
  const end = hits.findIndex((hit) => !samePosition(hit, hits[0]));
  if (end > 0) return end;
  return isEnd ? hits.length : undefined;
}

function startOfGroup(hits: readonly unknown[], index: number): number {
  let start = index;
  while (start > 0 && samePosition(hits[start - 1], hits[start])) start -= 1;
  return start;
}

function samePosition(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortOf(a)) === JSON.stringify(sortOf(b));
}
