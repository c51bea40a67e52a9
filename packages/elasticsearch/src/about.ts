import type { EsAnswer } from './client/client.ts';
import { textAt } from './records.ts';

export type Product = 'elasticsearch' | 'opensearch';

/** What a node says of itself to whoever connects; less where a role may not ask. */
export interface About {
  readonly product?: Product;
  readonly version?: string;
}

/** Elasticsearch names itself in a header, even where it refuses; OpenSearch names itself in its greeting. */
export function aboutOf({ body, product }: EsAnswer): About {
  const version = textAt(body, 'version', 'number');
  const told = { ...(version === undefined ? {} : { version }) };
  const tagline = textAt(body, 'tagline') ?? '';
  // Told to look like Elasticsearch 7, it leaves out its distribution.
  if (textAt(body, 'version', 'distribution') === 'opensearch' || tagline.includes('OpenSearch'))
    return { product: 'opensearch', ...told };
  const isElasticsearch = product === 'Elasticsearch' || tagline === 'You Know, for Search';
  return isElasticsearch ? { product: 'elasticsearch', ...told } : told;
}

/** Whether a version is at least another; one that nobody knows is taken for a new one. */
export function isAtLeast(version: string | undefined, major: number, minor: number): boolean {
  const [, found, foundMinor] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  if (found === undefined) return true;
  return Number(found) > major || (Number(found) === major && Number(foundMinor) >= minor);
}
