import type { ServerEvent } from '@molehill/core/context';

const INTERVAL_MS = 100;

/** Passes on events, of the output of one session at most one per interval: a program may print without end. */
export function coalesceOutput(emit: (event: ServerEvent) => void): (event: ServerEvent) => void {
  const waiting = new Map<string, ServerEvent | undefined>();
  const send = (key: string, event: ServerEvent) => {
    waiting.set(key, undefined);
    emit(event);
    setTimeout(() => {
      const next = waiting.get(key);
      waiting.delete(key);
      if (next) send(key, next);
    }, INTERVAL_MS).unref();
  };
  return (event) => {
    const key = event.type === 'debug.output' ? event.resource : undefined;
    if (key === undefined) emit(event);
    else if (waiting.has(key)) waiting.set(key, event);
    else send(key, event);
  };
}
