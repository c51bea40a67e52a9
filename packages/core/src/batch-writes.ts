import type { Writable } from 'node:stream';

/** What is written in one go of the event loop leaves in one system call: many small messages cost as one. */
export function batchWrites(stream: Writable): void {
  const write = stream.write.bind(stream) as (...chunk: unknown[]) => boolean;
  let corked = false;
  const flush = () => {
    corked = false;
    stream.uncork();
  };
  stream.write = (...chunk: unknown[]) => {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(flush);
    }
    return write(...chunk);
  };
}
