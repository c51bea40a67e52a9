import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client';

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
export function orderedTransport(inner: Transport, close = () => inner.close()): Transport {
  const ordered: Transport = {
    start: () => inner.start(),
    send: (message, options) => inner.send(message, options),
    close,
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    setSupportedProtocolVersions: (versions) => inner.setSupportedProtocolVersions?.(versions),
    get sessionId() {
      return inner.sessionId;
    },
    get hasPerRequestStream() {
      return inner.hasPerRequestStream ?? false;
    },
  };
  const queue = new MessageQueue((...message) => ordered.onmessage?.(...message));
  inner.onmessage = (...message) => queue.push(...message);
  inner.onerror = (error) => ordered.onerror?.(error);
  inner.onclose = () => ordered.onclose?.();
  return ordered;
}
