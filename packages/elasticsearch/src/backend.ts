import type { BackendTarget } from '@molehill/connections/backend';
import { type About, aboutOf } from './about.ts';
import { type EsClient, openClient } from './client/client.ts';
import type { EsConnection } from './config.ts';

export interface EsBackend extends EsClient {
  readonly about: About;
}

const IDENTITY_BYTES = 10_000;

/** Requests `GET /` once: a wrong address fails here, and product and version decide which endpoints exist. */
export async function openBackend(
  target: BackendTarget<EsConnection>,
  signal: AbortSignal,
): Promise<EsBackend> {
  const client = await openClient(target);
  try {
    const answer = await client.request('GET', '/', { signal, maxBytes: IDENTITY_BYTES, reads: true });
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
