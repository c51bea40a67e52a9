import type { EsAnswer } from './client/client.ts';
import { textAt } from './records.ts';

export type Product = 'elasticsearch' | 'opensearch';

/** How a node identifies itself; fields are absent where the role may not ask. */
export interface About {
  readonly product?: Product | undefined;
  readonly version?: string | undefined;
}

/** Elasticsearch names itself in a header, even of a 401; OpenSearch names itself in the body of `GET /`. */
export function aboutOf({ body, product }: EsAnswer): About {
  const version = textAt(body, 'version', 'number');
  const tagline = textAt(body, 'tagline') ?? '';
  // With `compatibility.override_main_response_version`, OpenSearch omits its distribution.
  if (textAt(body, 'version', 'distribution') === 'opensearch' || tagline.includes('OpenSearch'))
    return { product: 'opensearch', version };
  const isElasticsearch = product === 'Elasticsearch' || tagline === 'You Know, for Search';
  return { product: isElasticsearch ? 'elasticsearch' : undefined, version };
}

/** Whether a version is at least major.minor. An unknown version counts as new. */
export function isAtLeast(version: string | undefined, major: number, minor: number): boolean {
  const [, found, foundMinor] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  if (found === undefined) return true;
  return Number(found) > major || (Number(found) === major && Number(foundMinor) >= minor);
}
