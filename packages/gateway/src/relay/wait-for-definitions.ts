import { setTimeout as sleep } from 'node:timers/promises';
import type { UpstreamServer } from './upstream-server.ts';

/** Clients time out after 5 to 60 seconds; definitions that arrive later are announced as a change. */
const WAIT_MS = 5_000;

/** Waits for servers without known definitions, at most `waitMs` per server over all calls. */
export function createDefinitionWait(waitMs = WAIT_MS) {
  const loading = new Map<UpstreamServer, Promise<unknown>>();

  const load = (server: UpstreamServer): Promise<unknown> => {
    const current = loading.get(server);
    if (current) return current;
    const loaded = server.review
      .load()
      .catch(() => {})
      .finally(() => loading.delete(server));
    const bounded = Promise.race([loaded, sleep(waitMs, undefined, { ref: false })]);
    loading.set(server, bounded);
    return bounded;
  };
  return async (servers: readonly UpstreamServer[]): Promise<void> => {
    await Promise.all(servers.map(({ review }) => review.recheck()));
    const unknown = servers.filter(({ definitions }) => !definitions);
    await Promise.all(unknown.filter(({ upstream }) => upstream.status().state !== 'backing-off').map(load));
  };
}
