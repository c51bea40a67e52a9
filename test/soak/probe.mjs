import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Loaded into a Molehill process: on a signal, writes the memory that is in use after a garbage collection to a file. What one
 * collection finds dead is often released only by the next one, after a turn of the event loop: the least of several counts.
 */
const COLLECTIONS = 4;
const file = process.env.SOAK_MEMORY_FILE;

async function measure() {
  let live = Number.POSITIVE_INFINITY;
  for (let collected = 0; collected < COLLECTIONS; collected++) {
    await sleep(20);
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    live = Math.min(live, heapUsed + external);
  }
  writeFileSync(`${file}.new`, JSON.stringify({ live }));
  renameSync(`${file}.new`, file);
}

process.on('SIGUSR2', () => void measure());
