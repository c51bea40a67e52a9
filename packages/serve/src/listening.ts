import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import type { McpFactory } from './mcp.ts';

type Watch = McpFactory['watch'];

/** The resources a client of 2026 listens to with this message; the SDK keeps such requests to itself. */
export function listenedTo(message: unknown): readonly string[] {
  if (typeof message !== 'object' || message === null || !('method' in message)) return [];
  if (message.method !== 'subscriptions/listen') return [];
  const { params } = message as { params?: { notifications?: { resourceSubscriptions?: unknown } } };
  const uris = params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

/** Passes on, for as long as they last, what the client of one connection listens to. */
export function watchListeners(transport: Transport, watch: Watch): void {
  if (!watch) return;
  const watched = new Map<RequestId, () => void>();
  const deliver = transport.onmessage;
  const closed = transport.onclose;
  const end = (id: RequestId) => {
    watched.get(id)?.();
    watched.delete(id);
  };
  const look = (message: JSONRPCMessage) => {
    const uris = listenedTo(message);
    if (uris.length > 0 && 'id' in message && message.id !== undefined) watched.set(message.id, watch(uris));
    const ended = cancelledBy(message);
    if (ended !== undefined) end(ended);
  };
  transport.onmessage = (message, extra) => {
    look(message);
    deliver?.(message, extra);
  };
  transport.onclose = () => {
    for (const id of watched.keys()) end(id);
    closed?.();
  };
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  return message.params?.requestId as RequestId | undefined;
}
