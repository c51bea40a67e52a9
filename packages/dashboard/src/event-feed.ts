import type { LiveEvent } from '@molehill/api';
import { fetchEvents } from './api-client.ts';
import { readEvents } from './event-stream.ts';

export interface FeedListener {
  opened(): void;
  received(event: LiveEvent): void;
  lost(): void;
}

const BACKOFF_MS = [300, 1_000, 2_000, 4_000];

/** Server-sent events with reconnection and backoff. Read by `fetch`, because an event source cannot send the session. */
export function followEvents(listener: FeedListener): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const receive = async () => {
    const { body } = await fetchEvents(ending.signal);
    failures = 0;
    listener.opened();
    if (body) await readEvents(body, (data) => listener.received(JSON.parse(data)));
  };
  const connect = async () => {
    clearTimeout(timer);
    timer = undefined;
    await receive().catch(() => {});
    if (ending.signal.aborted) return;
    listener.lost();
    timer = setTimeout(connect, BACKOFF_MS[Math.min(failures++, BACKOFF_MS.length - 1)]);
  };
  const reconnectNow = () => {
    if (timer !== undefined && document.visibilityState === 'visible') void connect();
  };

  void connect();
  addEventListener('online', reconnectNow);
  document.addEventListener('visibilitychange', reconnectNow);
  return () => {
    removeEventListener('online', reconnectNow);
    document.removeEventListener('visibilitychange', reconnectNow);
    clearTimeout(timer);
    ending.abort();
  };
}
