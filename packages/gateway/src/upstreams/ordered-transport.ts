import type {
  JSONRPCMessage,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';

type Deliver = (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

/**
 * Delivers messages in the order of arrival. The SDK (2.4.0) handles a notification two microtasks after it is
 * delivered, but a result at once, and then drops the progress listener of that request: progress that arrives together
 * with the result would be lost.
 */
export class MessageQueue {
  readonly #deliver: Deliver;
  readonly #pending: Parameters<Deliver>[] = [];
  #isDelivering = false;

  constructor(deliver: Deliver) {
    this.#deliver = deliver;
  }

  push(...message: Parameters<Deliver>): void {
    this.#pending.push(message);
    if (!this.#isDelivering) void this.#deliverAll();
  }

  async #deliverAll(): Promise<void> {
    this.#isDelivering = true;
    for (let next = this.#pending.shift(); next; next = this.#pending.shift()) {
      this.#deliver(...next);
      const [message] = next;
      if (!('method' in message) || 'id' in message) continue;
      await Promise.resolve();
      await Promise.resolve();
    }
    this.#isDelivering = false;
  }
}

/** Wraps a transport of the SDK and delivers its messages in order. */
export class OrderedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Deliver;
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
    const queue = new MessageQueue((...message) => this.onmessage?.(...message));
    inner.onmessage = (...message) => queue.push(...message);
    inner.onerror = (error) => this.onerror?.(error);
    inner.onclose = () => this.onclose?.();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false;
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }
}
