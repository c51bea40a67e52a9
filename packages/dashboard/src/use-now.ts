import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 100;

/** The current time, updated often enough for a running clock. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
