import { renameSync, writeFileSync } from 'node:fs';

/** Loaded into a Molehill process: on a signal, writes the memory that is in use after a garbage collection to a file. */
const file = process.env.SOAK_MEMORY_FILE;
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, JSON.stringify({ live: heapUsed + external }));
  renameSync(`${file}.new`, file);
});
