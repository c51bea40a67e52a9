import type { BackendTarget } from '@molehill/core/connections';
import { type EsAnswer, type EsClient, openClient } from './client/client.ts';
import type { EsConnection } from './config.ts';
import { textAt } from './records.ts';

export type Product = 'elasticsearch' | 'opensearch';

/** What a node says of itself to whoever connects; less where a role may not ask. */
export interface About {
  readonly product?: Product;
  readonly version?: string;
}

export interface EsBackend extends EsClient {
  readonly about: About;
}

const INTRODUCTION_BYTES = 10_000;

/** Asks once who is there, so that a wrong address is told as one, and what to call things is known. */
export async function openBackend(
  target: BackendTarget<EsConnection>,
  signal: AbortSignal,
): Promise<EsBackend> {
  const client = await openClient(target);
  try {
    const answer = await client.request('GET', '/', { signal, maxBytes: INTRODUCTION_BYTES, reads: true });
    return {
      about: aboutOf(answer),
      request: (method, path, options) => client.request(method, path, options),
      dispose: () => client.dispose(),
    };
  } catch (error) {
    await client.dispose();
    throw error;
  }
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
