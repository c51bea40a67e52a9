import type { Readable } from 'node:stream';

const WINDOW_MS = 100;
const BYTES_PER_WINDOW = 2 * 1024 * 1024;

/** Reads a stream at a bounded rate: backpressure slows a flooding child without ever blocking it for good. */
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
