import { parseExact } from '../json/exact-json.ts';
import { cutMark, JsonPruner } from '../json/json-pruner.ts';

export interface ReadBody {
  /** Parsed where it is JSON, otherwise the text; null where there is none. */
  readonly body: unknown;
  /** Whether nothing of it was left out. */
  readonly whole: boolean;
}

/** More is read than is shown, so that what follows a long list is seen and the best part can be chosen. */
const MIN_WINDOW = 1_000_000;
const WINDOW_FACTOR = 4;
/** Reading goes on up to this multiple of the window, in search of what follows a list that no longer fits. */
const READ_FACTOR = 8;

/**
 * Reads a response as it arrives, in memory that does not grow with it, and stops when it has seen enough. Leaving the
 * loop destroys the stream, and with it the rest of the response.
 */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  maxBytes: number,
): Promise<ReadBody> {
  const reader = new BodyReader(contentType ?? '', maxBytes);
  for await (const bytes of stream) {
    if (!reader.push(bytes)) return reader.breakOff();
  }
  return reader.end();
}

class BodyReader {
  readonly #decoder = new TextDecoder();
  readonly #maxBytes: number;
  readonly #window: number;
  readonly #contentType: string;
  readonly #pruner: JsonPruner;
  #isJson: boolean | undefined;
  /** The beginning as it arrived, for what turns out not to be JSON. */
  #head = '';
  #read = 0;

  constructor(contentType: string, maxBytes: number) {
    this.#contentType = contentType;
    this.#maxBytes = maxBytes;
    this.#window = Math.max(MIN_WINDOW, maxBytes * WINDOW_FACTOR);
    this.#pruner = new JsonPruner(this.#window, maxBytes);
  }

  /** False when nothing that follows is wanted. */
  push(bytes: Uint8Array): boolean {
    this.#read += bytes.length;
    this.#take(this.#decoder.decode(bytes, { stream: true }));
    if (!this.#isJson) return this.#head.length <= this.#maxBytes;
    return !this.#pruner.full && this.#read < this.#window * READ_FACTOR;
  }

  end(): ReadBody {
    this.#take(this.#decoder.decode());
    return this.#read === 0 ? { body: null, whole: true } : this.#result();
  }

  breakOff(): ReadBody {
    this.#pruner.breakOff();
    return this.#result();
  }

  #take(text: string): void {
    if (this.#head.length <= this.#maxBytes) this.#head += text.slice(0, this.#maxBytes + 1);
    if (this.#isJson === undefined && text.trim() !== '') this.#isJson = this.#looksLikeJson(text);
    if (this.#isJson) this.#pruner.push(text);
  }

  #looksLikeJson(text: string): boolean {
    if (/[/+]json\b/i.test(this.#contentType)) return true;
    return this.#contentType === '' && /^\s*[[{]/.test(text);
  }

  #result(): ReadBody {
    try {
      if (this.#isJson) return { body: parseExact(this.#pruner.text), whole: !this.#pruner.pruned };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    const whole = this.#head.length <= this.#maxBytes;
    return { body: whole ? this.#head : this.#head.slice(0, this.#maxBytes) + cutMark(undefined), whole };
  }
}
