import type { FetchLike } from '@modelcontextprotocol/client';

export interface BoundedFetchOptions {
  readonly maxMessageBytes: number;
  /** A message passed the limit; the body ends there. */
  onTooLarge(bytes: number): void;
}

/** Bodies are read by the SDK as a whole, or event by event: neither may be larger than a message may. */
export function boundedFetch(options: BoundedFetchOptions, base: FetchLike = fetch): FetchLike {
  return async (url, init) => {
    const response = await base(url, init);
    if (!response.body) return response;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    const body = response.body.pipeThrough(limiter(options, isStream));
    const { status, statusText, headers } = response;
    const bounded = new Response(body, { status, statusText, headers });
    Object.defineProperty(bounded, 'url', { value: response.url });
    return bounded;
  };
}

function limiter(options: BoundedFetchOptions, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  const count = isStream ? new EventSize() : new BodySize();
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = count.add(chunk);
      if (bytes <= options.maxMessageBytes) controller.enqueue(chunk);
      else {
        options.onTooLarge(bytes);
        controller.error(new Error(`more than ${options.maxMessageBytes} bytes in one message`));
      }
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

/** The size of the largest event that is seen in what was added: an empty line ends one. */
class EventSize {
  #bytes = 0;
  #lineIsEmpty = true;

  add(chunk: Uint8Array): number {
    let largest = 0;
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      largest = Math.max(largest, this.#line(chunk.subarray(from, end + 1)));
      from = end + 1;
    }
    this.#part(chunk.subarray(from));
    return Math.max(largest, this.#bytes);
  }

  #line(bytes: Uint8Array): number {
    this.#part(bytes.subarray(0, -1));
    const size = this.#bytes;
    if (this.#lineIsEmpty) this.#bytes = 0;
    this.#lineIsEmpty = true;
    return size;
  }

  #part(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (bytes.some((byte) => byte !== CR)) this.#lineIsEmpty = false;
  }
}
