import { cutMark } from '../json/marks.ts';
import { PrunedValue } from '../json/pruned-value.ts';
import { JsonSyntaxError, JsonTokenizer } from '../json/tokenizer.ts';

export interface ReadBody {
  /** Parsed where it is JSON, otherwise the text; null where there is none. */
  readonly body: unknown;
  /** Whether nothing of it was left out. */
  readonly whole: boolean;
}

/** More is read than is shown, so that what stands behind a long list is seen and the best part can be chosen. */
const SMALLEST_WINDOW = 1_000_000;
const WINDOW_FACTOR = 4;
/** So much is looked through for what stands behind a list that no longer fits. */
const READ_FACTOR = 8;

/**
 * Reads an answer as it comes, in memory that does not grow with it, and stops reading when it has seen enough.
 * Leaving the loop ends the stream, and with it the answer that nobody wants.
 */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  maxBytes: number,
): Promise<ReadBody> {
  const reader = new BodyReader(contentType, maxBytes);
  for await (const bytes of stream) {
    if (!reader.push(bytes)) return reader.breakOff();
  }
  return reader.end();
}

interface JsonReading {
  readonly value: PrunedValue;
  readonly tokenizer: JsonTokenizer;
}

class BodyReader {
  readonly #decoder = new TextDecoder();
  readonly #maxBytes: number;
  readonly #window: number;
  readonly #contentType: string;
  #json: JsonReading | undefined;
  #sniffed = false;
  /** The beginning as it came, for what turns out to be no JSON. */
  #head = '';
  #read = 0;

  constructor(contentType: string | undefined, maxBytes: number) {
    this.#contentType = contentType ?? '';
    this.#maxBytes = maxBytes;
    this.#window = Math.max(SMALLEST_WINDOW, maxBytes * WINDOW_FACTOR);
  }

  /** False when nothing that follows is wanted. */
  push(bytes: Uint8Array): boolean {
    this.#read += bytes.length;
    this.#take(this.#decoder.decode(bytes, { stream: true }));
    if (!this.#json) return this.#head.length <= this.#maxBytes;
    return !this.#json.value.full && this.#read < this.#window * READ_FACTOR;
  }

  end(): ReadBody {
    this.#take(this.#decoder.decode());
    if (this.#json) this.#trying(({ tokenizer }) => tokenizer.end());
    if (this.#read === 0) return { body: null, whole: true };
    if (!this.#json) return this.#text();
    return { body: this.#json.value.value, whole: !this.#json.value.pruned };
  }

  breakOff(): ReadBody {
    if (!this.#json) return this.#text();
    const { value, tokenizer } = this.#json;
    tokenizer.breakOff();
    value.breakOff();
    return { body: value.value ?? null, whole: false };
  }

  #take(text: string): void {
    if (this.#head.length <= this.#maxBytes) this.#head += text.slice(0, this.#maxBytes + 1);
    if (!this.#sniffed && text.trim() !== '') this.#sniff(text);
    if (this.#json) this.#trying(({ tokenizer }) => tokenizer.push(text));
  }

  #sniff(text: string): void {
    this.#sniffed = true;
    const named = /[/+]json\b/i.test(this.#contentType);
    if (!named && (this.#contentType !== '' || !/^\s*[[{]/.test(text))) return;
    const value = new PrunedValue(this.#window);
    this.#json = { value, tokenizer: new JsonTokenizer(value, this.#maxBytes) };
  }

  #trying(work: (json: JsonReading) => void): void {
    if (!this.#json) return;
    try {
      work(this.#json);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      this.#json = undefined;
    }
  }

  #text(): ReadBody {
    const whole = this.#head.length <= this.#maxBytes;
    return { body: whole ? this.#head : this.#head.slice(0, this.#maxBytes) + cutMark(undefined), whole };
  }
}
