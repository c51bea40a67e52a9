import { setTimeout as sleep } from 'node:timers/promises';
import type { UpstreamServer } from './upstream-server.ts';

/** Clients time out after 5 to 60 seconds; definitions that arrive later are announced as a change. */
const WAIT_MS = 5_000;

interface Loading {
  readonly done: Promise<unknown>;
  readonly deadline: number;
}

/** Waits for servers without known definitions, at most `waitMs` per server over all calls. */
export function createDefinitionWait(waitMs = WAIT_MS) {
  const loading = new Map<UpstreamServer, Loading>();

  const load = (server: UpstreamServer): Loading => {
    const current = loading.get(server);
    if (current) return current;
    const done = server.review.load().catch(() => {});
    const started = { done, deadline: Date.now() + waitMs };
    loading.set(server, started);
    void done.then(() => loading.delete(server));
    return started;
  };
  return async (servers: readonly UpstreamServer[]): Promise<void> => {
    await Promise.all(servers.map((server) => server.review.recheck()));
    const unknown = servers.filter((server) => !server.definitions && canStart(server)).map(load);
    const remainingMs = Math.max(0, ...unknown.map(({ deadline }) => deadline - Date.now()));
    if (remainingMs === 0) return;
    const timeout = sleep(remainingMs, undefined, { ref: false });
    await Promise.race([Promise.all(unknown.map(({ done }) => done)), timeout]);
  };
}

function canStart({ upstream }: UpstreamServer): boolean {
  return upstream.status().state !== 'backing-off';
}
