import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { cancelledBy } from '../subscriptions.ts';
import { WrappedTransport } from '../wrapped-transport.ts';

/** More than the messages of one session that are under way at the same time. */
const MOST_REMEMBERED = 100;

/**
 * Each message of a session arrives in an HTTP request of its own, so a cancellation may arrive before the request that
 * it cancels. The SDK ignores such a cancellation, and nobody would stop the request.
 */
export class EarlyCancellations {
  /** The last requests: a cancellation of one of them is not early. */
  readonly #arrived = new Set<RequestId>();
  readonly #cancelled = new Set<RequestId>();

  /** To be called with every message. The id of a request that was cancelled before it arrived and must not be served. */
  cancelledRequest(message: JSONRPCMessage): RequestId | undefined {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined && !this.#arrived.has(cancelled)) remember(this.#cancelled, cancelled);
    if (!('method' in message && 'id' in message)) return undefined;
    remember(this.#arrived, message.id);
    return this.#cancelled.delete(message.id) ? message.id : undefined;
  }
}

function remember(ids: Set<RequestId>, id: RequestId): void {
  ids.add(id);
  for (const oldest of ids) {
    if (ids.size <= MOST_REMEMBERED) return;
    ids.delete(oldest);
  }
}

/** For a transport on which a cancelled request needs no response. */
export function discardingCancelled(transport: Transport): Transport {
  const early = new EarlyCancellations();
  return new WrappedTransport(transport, {
    accepts: (message) => early.cancelledRequest(message) === undefined,
  });
}
