import type { LiveEvent } from '@molehill/api';

export interface FeedListener {
  opened(): void;
  heard(event: LiveEvent): void;
  lost(): void;
}

const DELAYS_MS = [300, 1_000, 2_000, 4_000];

/**
 * Server-sent events that come back by themselves. The browser's own retry gives up on an HTTP error, such as the one
 * of a server that is just starting, so it is not relied on.
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
    source.onmessage = ({ data }) => listener.heard(JSON.parse(data));
    source.onerror = () => {
      source?.close();
      listener.lost();
      timer = setTimeout(connect, DELAYS_MS[Math.min(failures++, DELAYS_MS.length - 1)]);
    };
  };
  const hurry = () => {
    if (timer !== undefined && document.visibilityState === 'visible') connect();
  };

  connect();
  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  return () => {
    removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurry);
    clearTimeout(timer);
    source?.close();
  };
}
