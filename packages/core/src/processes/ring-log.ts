const CAPACITY_BYTES = 64 * 1024;

/** A ring buffer with the last bytes written to it. */
export class RingLog {
  readonly #bytes: Buffer;
  #next = 0;
  #written = 0;

  constructor(capacity = CAPACITY_BYTES) {
    this.#bytes = Buffer.alloc(capacity);
  }

  get written(): number {
    return this.#written;
  }

  write(chunk: Uint8Array): void {
    const size = this.#bytes.length;
    const end = chunk.subarray(Math.max(0, chunk.length - size));
    const first = end.subarray(0, size - this.#next);
    this.#bytes.set(first, this.#next);
    this.#bytes.set(end.subarray(first.length), 0);
    this.#next = (this.#next + end.length) % size;
    this.#written += chunk.length;
  }

  /** What is kept of the bytes after offset `since`, a former value of `written`. */
  text(since = 0): string {
    const kept = Math.min(this.#bytes.length, this.#written - since);
    const from = (this.#next - kept + this.#bytes.length) % this.#bytes.length;
    const first = this.#bytes.subarray(from, from + kept);
    const whole = Buffer.concat([first, this.#bytes.subarray(0, kept - first.length)]);
    // Drops a character that was cut in two.
    return whole.toString('utf8').replace(/^\uFFFD+/, '');
  }

  /** The last lines, for an error message. */
  tail(characters: number, since = 0): string {
    const text = this.text(since).trimEnd();
    if (text.length <= characters) return text;
    const cut = text.slice(-characters);
    return `…${cut.slice(cut.indexOf('\n') + 1)}`;
  }
}
