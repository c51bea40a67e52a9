import type { LiveEvent } from '@molehill/api';

export interface FeedListener {
  opened(): void;
  received(event: LiveEvent): void;
  lost(): void;
}

const BACKOFF_MS = [300, 1_000, 2_000, 4_000];

/**
 * Server-sent events with reconnection and backoff. The browser's own retry gives up on an HTTP error, such as that of
 * a server that is just starting.
 */
export function followEvents(listener: FeedListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const connect = () => {
    clearTimeout(timer);
    timer = undefined;
    source = new EventSource('/api/events');
    source.onopen = () => {
      failures = 0;
      listener.opened();
    };
    source.onmessage = ({ data }) => listener.received(JSON.parse(data));
    source.onerror = () => {
      source?.close();
      listener.lost();
      timer = setTimeout(connect, BACKOFF_MS[Math.min(failures++, BACKOFF_MS.length - 1)]);
    };
  };
  const reconnectNow = () => {
    if (timer !== undefined && document.visibilityState === 'visible') connect();
  };

  connect();
  addEventListener('online', reconnectNow);
  document.addEventListener('visibilitychange', reconnectNow);
  return () => {
    removeEventListener('online', reconnectNow);
    document.removeEventListener('visibilitychange', reconnectNow);
    clearTimeout(timer);
    source?.close();
  };
}
