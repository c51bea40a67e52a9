import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client';

type Deliver = (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

/**
 * Delivers messages in the order of arrival. The SDK (2.4.0) handles a notification two microtasks after it is
 * delivered, but a result at once, and then drops the progress listener of that request: progress that arrives together
 * with the result would be lost.
 */
export function inOrder(deliver: Deliver): Deliver {
  const pending: Parameters<Deliver>[] = [];
  let isDelivering = false;
  const deliverAll = async () => {
    isDelivering = true;
    for (let next = pending.shift(); next; next = pending.shift()) {
      deliver(...next);
      const [message] = next;
      if (!('method' in message) || 'id' in message) continue;
      await Promise.resolve();
      await Promise.resolve();
    }
    isDelivering = false;
  };
  return (...message) => {
    pending.push(message);
    if (!isDelivering) void deliverAll();
  };
}

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
  inner.onmessage = inOrder((...message) => ordered.onmessage?.(...message));
  inner.onerror = (error) => ordered.onerror?.(error);
  inner.onclose = () => ordered.onclose?.();
  return ordered;
}
