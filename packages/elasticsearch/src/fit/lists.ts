import { isRecord } from '@molehill/core/record';
import { ExactNumber } from '../json/exact-number.ts';

/** A list inside an answer, and what it weighs as JSON. */
export interface List {
  readonly items: unknown[];
  readonly bytes: number;
  /** Documents that a search found; they go before anything else does. */
  readonly isHits: boolean;
  /** What the search says of how many there are. */
  readonly total: number | undefined;
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** Every list in a value, outer ones before those inside them. */
export function listsIn(value: unknown): List[] {
  const found: List[] = [];
  collect(value, undefined, [], found);
  return found;
}

function collect(value: unknown, parent: unknown, path: readonly string[], found: List[]): void {
  if (Array.isArray(value)) {
    const isHits = path.at(-1) === 'hits' && path.at(-2) === 'hits';
    found.push({
      items: value,
      bytes: jsonBytes(value),
      isHits,
      total: isHits ? totalOf(parent) : undefined,
    });
    for (const item of value) collect(item, value, [...path, ''], found);
  } else if (isRecord(value) && !(value instanceof ExactNumber)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, value, [...path, name], found);
  }
}

/** How many hits a search has in all, as far as it was counted. */
export function totalOf(hits: unknown): number | undefined {
  const total = isRecord(hits) ? hits.total : undefined;
  const count = isRecord(total) ? total.value : total;
  return typeof count === 'number' ? count : undefined;
}

/** Takes whole items from the end of a list until so many bytes are gone, and leaves `fewest`. Says how many went. */
export function shorten({ items }: List, bytes: number, fewest: number): number {
  let gone = 0;
  while (gone < bytes && items.length > fewest) gone += jsonBytes(items.pop()) + 1;
  return gone;
}
