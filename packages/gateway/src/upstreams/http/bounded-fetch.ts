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
  const size = isEventStream ? new EventSize() : new BodySize();
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const bytes = size.add(chunk);
      if (bytes <= maxMessageBytes) return controller.enqueue(chunk);
      onTooLarge(bytes);
      controller.error(new Error(`more than ${maxMessageBytes} bytes in one message`));
    },
  });
}

class BodySize {
  #bytes = 0;

  add(chunk: Uint8Array): number {
    this.#bytes += chunk.length;
    return this.#bytes;
  }
}

const [LF, CR] = [0x0a, 0x0d];

/** The size of the largest event in each added chunk, together with what came before. An empty line ends an event. */
class EventSize {
  #bytes = 0;
  #lineIsEmpty = true;

  add(chunk: Uint8Array): number {
    let largest = 0;
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      this.#part(chunk.subarray(from, end));
      largest = Math.max(largest, this.#bytes);
      if (this.#lineIsEmpty) this.#bytes = 0;
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
