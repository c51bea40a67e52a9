const KEPT_BYTES = 64 * 1024;

/** The end of what was written, in a fixed piece of memory however much it was. */
export class RingLog {
  readonly #bytes: Buffer;
  #next = 0;
  #written = 0;

  constructor(keptBytes = KEPT_BYTES) {
    this.#bytes = Buffer.alloc(keptBytes);
  }

  /** How much was written in all. */
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

  /** All that is kept of what was written after a point in time, told by what `written` was then. */
  text(since = 0): string {
    const kept = Math.min(this.#bytes.length, this.#written - since);
    const from = (this.#next - kept + this.#bytes.length) % this.#bytes.length;
    const first = this.#bytes.subarray(from, from + kept);
    const whole = Buffer.concat([first, this.#bytes.subarray(0, kept - first.length)]);
    // A character that was cut in two is left out.
    return whole.toString('utf8').replace(/^\uFFFD+/, '');
  }

  /** The last lines, for a message. */
  tail(characters: number, since = 0): string {
    const text = this.text(since).trimEnd();
    if (text.length <= characters) return text;
    const cut = text.slice(-characters);
    return `…${cut.slice(cut.indexOf('\n') + 1)}`;
  }
}
