import type { Readable } from 'node:stream';

const WINDOW_MS = 100;
const BYTES_PER_WINDOW = 2 * 1024 * 1024;

/**
 * Reads a stream to its end and forgets the beginning. Somebody who floods it is read at a bounded rate and so is
 * slowed down himself; he is never blocked for good, and this process has time for the others.
 */
export function drain(stream: Readable, take: (chunk: Buffer) => void): void {
  let windowEnds = 0;
  let taken = 0;
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => {
    take(chunk);
    const now = performance.now();
    if (now > windowEnds) {
      windowEnds = now + WINDOW_MS;
      taken = 0;
    }
    taken += chunk.length;
    if (taken < BYTES_PER_WINDOW) return;
    stream.pause();
    setTimeout(() => stream.resume(), windowEnds - now).unref();
  });
}
