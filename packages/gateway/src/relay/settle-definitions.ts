import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from './source.ts';

/** Clients give up on a list after 5 to 60 seconds; what comes later is announced as a change. */
const WAIT_MS = 5_000;

interface Learning {
  readonly done: Promise<unknown>;
  readonly until: number;
}

/** Waits for servers whose lists were never seen: each is waited for once, and none that is broken holds up the others. */
export function createDefinitionSettler(waitMs = WAIT_MS) {
  const learning = new Map<Source, Learning>();

  const learn = (source: Source): Learning => {
    const known = learning.get(source);
    if (known) return known;
    const done = source.learn().catch(() => {});
    const begun = { done, until: Date.now() + waitMs };
    learning.set(source, begun);
    void done.then(() => learning.delete(source));
    return begun;
  };
  return async (sources: readonly Source[]): Promise<void> => {
    await Promise.all(sources.map((source) => source.recheck()));
    const unknown = sources.filter((source) => !source.definitions && canStart(source)).map(learn);
    const left = Math.max(0, ...unknown.map(({ until }) => until - Date.now()));
    if (unknown.length === 0 || left === 0) return;
    const limit = new AbortController();
    const timeout = sleep(left, undefined, { signal: limit.signal }).catch(() => {});
    await Promise.race([Promise.all(unknown.map(({ done }) => done)), timeout]);
    limit.abort();
  };
}

function canStart({ upstream }: Source): boolean {
  return upstream.status().state !== 'backing-off';
}
