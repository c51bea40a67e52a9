import { isRecord } from '@molehill/core/record';
import { isAtLeast, type Product } from '../about.ts';
import type { EsBackend } from '../backend.ts';
import { encodeSegment } from '../client/target.ts';
import { textAt } from '../records.ts';
import type { EsScope } from '../tools/connection-tool.ts';

export const KEEP_ALIVE_MS = 5 * 60_000;
export const KEEP_ALIVE = '5m';

/** A snapshot of an index that the cluster keeps while a search is paged through. */
export interface PointInTime {
  readonly product: Product;
  /** The cluster adds a tiebreaker to the sort, so no two hits have equal sort values. */
  readonly hasTiebreaker: boolean;
  /** Each response may bring a new id, which replaces the previous one. */
  id: string;
}

/** Undefined where the cluster has no points in time, or the role may not open one. */
export async function openPointInTime(scope: EsScope, index: string): Promise<PointInTime | undefined> {
  const { product, version } = scope.backend.about;
  const candidates: Product[] = product === undefined ? ['elasticsearch', 'opensearch'] : [product];
  for (const each of candidates) {
    // An older version would index a document.
    if (each === 'elasticsearch' && !isAtLeast(version, 7, 10)) continue;
    const path = each === 'elasticsearch' ? '_pit' : '_search/point_in_time';
    const { body } = await scope.read('POST', `/${encodeSegment(index)}/${path}`, {
      params: { keep_alive: KEEP_ALIVE },
    });
    const id = textAt(body, each === 'elasticsearch' ? 'id' : 'pit_id');
    if (id !== undefined)
      return { product: each, hasTiebreaker: each === 'elasticsearch' && isAtLeast(version, 7, 12), id };
  }
  return undefined;
}

export async function closePointInTime(
  backend: EsBackend,
  { product, id }: PointInTime,
  signal: AbortSignal,
): Promise<void> {
  const [path, body] =
    product === 'elasticsearch' ? ['/_pit', { id }] : ['/_search/point_in_time', { pit_id: [id] }];
  await backend.request('DELETE', path, { body, signal, reads: true });
}

/** Whether the point in time has expired, or the index is gone. */
export function isExpired(status: number, body: unknown): boolean {
  return status === 404 || (status >= 500 && mentions(body, 'search_context_missing_exception'));
}

function mentions(value: unknown, type: string): boolean {
  if (Array.isArray(value)) return value.some((item) => mentions(item, type));
  return (
    isRecord(value) && (value.type === type || Object.values(value).some((inner) => mentions(inner, type)))
  );
}
