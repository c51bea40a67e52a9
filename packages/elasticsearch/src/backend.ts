import type { BackendTarget } from '@molehill/connections/backend';
import { type About, aboutOf } from './about.ts';
import { type EsClient, openClient } from './client/client.ts';
import type { EsConnection } from './config.ts';

export interface EsBackend extends EsClient {
  readonly about: About;
}

/** Requests `GET /` once: a wrong address fails here, and product and version decide which endpoints exist. */
export async function openBackend(
  target: BackendTarget<EsConnection>,
  signal: AbortSignal,
): Promise<EsBackend> {
  const client = await openClient(target);
  try {
    const answer = await client.request('GET', '/', { signal, reads: true });
    return Object.assign(client, { about: aboutOf(answer) });
  } catch (error) {
    await client.dispose();
    throw error;
  }
}
