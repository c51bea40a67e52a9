import type { RequestId, Transport } from '@modelcontextprotocol/server';
import { cancelledBy } from '../subscriptions.ts';
import { WrappedTransport } from '../wrapped-transport.ts';
import { EarlyCancellations } from './early-cancellations.ts';

/** MCP has no code for it; this one is LSP's. */
const REQUEST_CANCELLED = -32_800;

/**
 * The SDK sends no response to a cancelled request, which leaves its HTTP response open. This transport ends it with an
 * error, so that a client neither waits nor resumes the stream.
 */
export function endingCancelled(transport: Transport): Transport {
  const inFlight = new Set<RequestId>();
  const early = new EarlyCancellations();
  const end = (id: RequestId) => {
    if (!inFlight.delete(id)) return;
    const error = { code: REQUEST_CANCELLED, message: 'The request was cancelled.' };
    transport.send({ jsonrpc: '2.0', id, error }).catch(() => {});
  };
  return new WrappedTransport(transport, {
    onIncoming: (message) => {
      if ('method' in message && 'id' in message) inFlight.add(message.id);
      const cancelled = cancelledBy(message);
      // After the SDK has aborted the handler: from then on it sends nothing itself.
      if (cancelled !== undefined) setImmediate(end, cancelled);
    },
    accepts: (message) => {
      const id = early.cancelledRequest(message);
      if (id !== undefined) setImmediate(end, id);
      return id === undefined;
    },
    onOutgoing: (message) => {
      if (!('method' in message) && message.id !== undefined) inFlight.delete(message.id);
      return message;
    },
  });
}
