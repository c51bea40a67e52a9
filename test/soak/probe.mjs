/** Loaded into a Molehill process: answers its parent with the memory that is in use after a garbage collection. */
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({ live: heapUsed + external, arrayBuffers });
});
process.channel?.unref();
