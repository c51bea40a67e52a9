import { useCallback, useEffect, useRef } from 'preact/hooks';

/**
 * Runs requests one after the other: while one runs, any number of further calls make one more. So a page that follows
 * a fast program asks only as often as it is answered.
 */
export function useLatest<T>(
  request: () => Promise<T>,
  receive: (value: T) => void,
  failed?: () => void,
): () => void {
  const state = useRef({ isRunning: false, isDue: false, isGone: false });
  const latest = useRef({ request, receive, failed });
  latest.current = { request, receive, failed };
  useEffect(() => {
    const own = state.current;
    own.isGone = false;
    return () => {
      own.isGone = true;
    };
  }, []);
  return useCallback(() => {
    const own = state.current;
    if (own.isRunning) {
      own.isDue = true;
      return;
    }
    void follow(own, latest);
  }, []);
}

interface Progress {
  isRunning: boolean;
  isDue: boolean;
  isGone: boolean;
}

async function follow<T>(
  own: Progress,
  latest: {
    readonly current: { request(): Promise<T>; receive(value: T): void; failed?: (() => void) | undefined };
  },
): Promise<void> {
  own.isRunning = true;
  do {
    own.isDue = false;
    try {
      const value = await latest.current.request();
      if (!own.isGone) latest.current.receive(value);
    } catch {
      if (!own.isGone) latest.current.failed?.();
    }
  } while (own.isDue && !own.isGone);
  own.isRunning = false;
}
