import { isRecord } from '@molehill/core/record';
import { isAtLeast, type Product } from '../about.ts';
import type { EsBackend } from '../backend.ts';
import { encodeSegment } from '../client/target.ts';
import { textAt } from '../records.ts';
import type { EsScope } from '../tools/connection-tool.ts';

export const KEEP_ALIVE_MS = 5 * 60_000;
export const KEEP_ALIVE = '5m';
const ANSWER_BYTES = 100_000;

/** The state of an index at one moment, which a cluster keeps for a search that goes on. */
export interface PointInTime {
  readonly product: Product;
  /** Sorting ends with the place of the document, so no two hits are at the same position. */
  readonly ordersAll: boolean;
  /** Another one may come with each answer; the last is the one that counts. */
  id: string;
}

/** Nothing where the cluster has no such thing, or the role may not have it. */
export async function openPointInTime(scope: EsScope, index: string): Promise<PointInTime | undefined> {
  const { product, version } = scope.backend.about;
  const wanted: Product[] = product === undefined ? ['elasticsearch', 'opensearch'] : [product];
  for (const each of wanted) {
    // An older one would take it for a document to be stored.
    if (each === 'elasticsearch' && !isAtLeast(version, 7, 10)) continue;
    const path = each === 'elasticsearch' ? '_pit' : '_search/point_in_time';
    const params = { keep_alive: KEEP_ALIVE };
    const { body } = await scope.read('POST', `/${encodeSegment(index)}/${path}`, {
      params,
      maxBytes: ANSWER_BYTES,
    });
    const id = textAt(body, each === 'elasticsearch' ? 'id' : 'pit_id');
    if (id !== undefined)
      return { product: each, ordersAll: each === 'elasticsearch' && isAtLeast(version, 7, 12), id };
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
  await backend.request('DELETE', path, { body, signal, maxBytes: ANSWER_BYTES, reads: true });
}

/** Whether the cluster says that it no longer has what the search went on from, or the index itself. */
export function isLost(status: number, body: unknown): boolean {
  return status === 404 || (status >= 500 && mentions(body, 'search_context_missing_exception'));
}

function mentions(value: unknown, type: string): boolean {
  if (Array.isArray(value)) return value.some((item) => mentions(item, type));
  return (
    isRecord(value) && (value.type === type || Object.values(value).some((inner) => mentions(inner, type)))
  );
}
