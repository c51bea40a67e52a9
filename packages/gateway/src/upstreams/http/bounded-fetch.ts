import type { FetchLike } from '@modelcontextprotocol/client';

export interface BoundedFetchOptions {
  readonly maxMessageBytes: number;
  /** Called when a message exceeds the limit; the body ends there. */
  onTooLarge(bytes: number): void;
}

/** Limits response bodies: the SDK buffers a whole body, or a whole event of a stream. */
export function boundedFetch(options: BoundedFetchOptions, base: FetchLike = fetch): FetchLike {
  return async (url, init) => {
    const response = await base(url, init);
    if (!response.body) return response;
    const isEventStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    const body = response.body.pipeThrough(limiter(options, isEventStream));
    const { status, statusText, headers } = response;
    const bounded = new Response(body, { status, statusText, headers });
    Object.defineProperty(bounded, 'url', { value: response.url });
    return bounded;
  };
}

function limiter({ maxMessageBytes, onTooLarge }: BoundedFetchOptions, isEventStream: boolean) {
  const size = new MessageSize(isEventStream);
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const bytes = size.add(chunk);
      if (bytes <= maxMessageBytes) return controller.enqueue(chunk);
      onTooLarge(bytes);
      controller.error(new Error(`more than ${maxMessageBytes} bytes in one message`));
    },
  });
}

const [LF, CR] = [0x0a, 0x0d];

/**
 * Measures messages across chunks: `add` returns the size of the largest message that ends or continues in the chunk.
 * A body is one message; in a stream of events an empty line ends one.
 */
class MessageSize {
  readonly #isEventStream: boolean;
  #bytes = 0;
  #lineIsEmpty = true;

  constructor(isEventStream: boolean) {
    this.#isEventStream = isEventStream;
  }

  add(chunk: Uint8Array): number {
    let largest = 0;
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      this.#part(chunk.subarray(from, end));
      largest = Math.max(largest, this.#bytes);
      if (this.#lineIsEmpty && this.#isEventStream) this.#bytes = 0;
      this.#lineIsEmpty = true;
      from = end + 1;
    }
    this.#part(chunk.subarray(from));
    return Math.max(largest, this.#bytes);
  }

  #part(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (bytes.some((byte) => byte !== CR)) this.#lineIsEmpty = false;
  }
}
