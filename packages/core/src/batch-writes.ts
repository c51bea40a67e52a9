import { Writable } from 'node:stream';

type Callback = (error: Error | null | undefined) => void;

/** A writer that sends everything written in one tick to the stream as one batch: many small messages cost one system call. */
export function batched(stream: Writable): Writable {
  return new BatchedWriter(stream);
}

class BatchedWriter extends Writable {
  #isCorked = false;

  constructor(stream: Writable) {
    super({
      decodeStrings: false,
      highWaterMark: stream.writableHighWaterMark,
      // The stream reports its own errors; here a failed write only ends the wait for it.
      write: (chunk, encoding, done) => stream.write(chunk, encoding, () => done()),
      writev: (chunks, done) => {
        stream.cork();
        for (const [index, { chunk, encoding }] of chunks.entries())
          stream.write(chunk, encoding, () => index === chunks.length - 1 && done());
        stream.uncork();
      },
      final: (done) => {
        stream.end(() => done());
      },
    });
    stream.once('close', () => this.destroy());
  }

  override write(chunk: unknown, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.uncork();
      });
    }
    return typeof encoding === 'string'
      ? super.write(chunk, encoding, callback)
      : super.write(chunk, encoding ?? callback);
  }
}
