import { statSync } from 'node:fs';
import { ChildFailure } from './failure.ts';
import type { RowSource } from './rows.ts';

const IDLE_MS = 200;
const POLL_MS = 50;
const AHEAD = { rows: 100_000, bytes: 4 * 1024 * 1024, ms: 1_000 };

/**
 * Without a write-ahead log, a half-read statement blocks every writer. So an idle statement is read to its end if that is near, and
 * otherwise closed as soon as another process writes. Returns a function that stops this.
 */
export function startReaderYield(file: string, source: RowSource): () => void {
  let timer = setTimeout(() => {
    source.readAhead(AHEAD);
    poll();
  }, IDLE_MS);
  const poll = () => {
    if (source.finished) return;
    if (isBeingWritten(file))
      source.close(new ChildFailure('The statement was closed for a writer.', { limit: 'yielded' }));
    else timer = setTimeout(poll, POLL_MS);
  };
  return () => clearTimeout(timer);
}

/** A writer fills the journal before it changes the database. */
function isBeingWritten(file: string): boolean {
  return (statSync(`${file}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
