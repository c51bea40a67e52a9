/** How much of each end of an oversized message is kept, to find the request it answers. */
const EDGE_BYTES = 512;

export interface OversizedMessage {
  readonly head: string;
  /** Absent until the message has ended. */
  readonly tail?: string;
  readonly bytes: number;
}

export interface FramingEvents {
  onFrame(text: string): void;
  /** Called when a message exceeds the limit, and again when it ends. */
  onOversized(message: OversizedMessage): void;
}

/** Splits a byte stream into messages, and encodes messages. Buffers at most one message of the maximum size. */
export interface Framing {
  push(chunk: Buffer): void;
  /** `json` has no line breaks. */
  encode(json: string): string;
}

const NEWLINE = 0x0a;

export class NewlineFraming implements Framing {
  readonly #message: Message;

  constructor(maxBytes: number, events: FramingEvents) {
    this.#message = new Message(maxBytes, events);
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#message.add(chunk.subarray(from, end));
      this.#message.end();
      from = end + 1;
    }
    if (from < chunk.length) this.#message.add(chunk.subarray(from));
  }

  encode(json: string): string {
    return `${json}\n`;
  }
}

const HEADER_END = '\r\n\r\n';
const MAX_HEADER_BYTES = 4_096;

/** The framing of the Language Server and Debug Adapter Protocols, which some MCP servers use too. */
export class ContentLengthFraming implements Framing {
  readonly #message: Message;
  readonly #events: FramingEvents;
  #header: Buffer = Buffer.alloc(0);
  #remaining = 0;

  constructor(maxBytes: number, events: FramingEvents) {
    this.#message = new Message(maxBytes, events);
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#remaining > 0 ? this.#body(rest) : this.#head(rest);
  }

  encode(json: string): string {
    return `Content-Length: ${Buffer.byteLength(json)}${HEADER_END}${json}`;
  }

  #body(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.#remaining);
    this.#message.add(part);
    this.#remaining -= part.length;
    if (this.#remaining === 0) this.#message.end();
    return chunk.subarray(part.length);
  }

  #head(chunk: Buffer): Buffer {
    const seen = Buffer.concat([this.#header, chunk]);
    const end = seen.indexOf(HEADER_END);
    if (end === -1) {
      this.#header = this.#unfinishedHeader(seen);
      return Buffer.alloc(0);
    }
    this.#header = Buffer.alloc(0);
    this.#begin(seen.toString('latin1', 0, end));
    return seen.subarray(end + HEADER_END.length);
  }

  #begin(header: string): void {
    const length = /(?:^|\n)content-length:\s*(\d+)\s*(?:$|\r)/i.exec(header)?.[1];
    if (length === undefined) this.#events.onFrame(header);
    else this.#remaining = Number(length);
  }

  /** Text longer than any header is reported as a frame; its end is kept, because a header may begin there. */
  #unfinishedHeader(seen: Buffer): Buffer {
    if (seen.length <= MAX_HEADER_BYTES) return seen;
    this.#events.onFrame(seen.toString('latin1'));
    return Buffer.from(seen.subarray(-HEADER_END.length));
  }
}

/** A message while it arrives. Above the limit only its two ends are kept. */
class Message {
  readonly #maxBytes: number;
  readonly #events: FramingEvents;
  #parts: Buffer[] = [];
  #bytes = 0;
  #oversized: { readonly head: string; tail: Buffer } | undefined;

  constructor(maxBytes: number, events: FramingEvents) {
    this.#maxBytes = maxBytes;
    this.#events = events;
  }

  add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#oversized) this.#oversized.tail = lastOf(this.#oversized.tail, part);
    else {
      this.#parts.push(part);
      if (this.#bytes > this.#maxBytes) this.#overflow();
    }
  }

  end(): void {
    const [parts, bytes, oversized] = [this.#parts, this.#bytes, this.#oversized];
    this.#parts = [];
    this.#bytes = 0;
    this.#oversized = undefined;
    if (oversized) {
      const { head, tail } = oversized;
      this.#events.onOversized({ head, tail: tail.toString('utf8'), bytes });
    } else this.#events.onFrame(textOf(parts));
  }

  #overflow(): void {
    const whole = Buffer.concat(this.#parts);
    const head = whole.toString('utf8', 0, EDGE_BYTES);
    this.#oversized = { head, tail: Buffer.from(whole.subarray(-EDGE_BYTES)) };
    this.#parts = [];
    this.#events.onOversized({ head, bytes: this.#bytes });
  }
}

function lastOf(tail: Buffer, part: Buffer): Buffer {
  return Buffer.from(Buffer.concat([tail, part.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES));
}

function textOf(parts: readonly Buffer[]): string {
  const [first] = parts;
  return parts.length === 1 && first ? first.toString('utf8') : Buffer.concat(parts).toString('utf8');
}
