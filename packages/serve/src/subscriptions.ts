import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { McpFactory } from './mcp.ts';
import type { TransportHooks } from './wrapped-transport.ts';

/** The resources of a `subscriptions/listen` request, which the SDK answers without telling the server. */
export function listenedResources(message: unknown): readonly string[] {
  if (typeof message !== 'object' || message === null || !('method' in message)) return [];
  if (message.method !== 'subscriptions/listen') return [];
  const { params } = message as { params?: { notifications?: { resourceSubscriptions?: unknown } } };
  const uris = params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

/** Watches the resources that the modern client of one connection listens to, until it cancels or disconnects. */
export function listenHooks(watch: McpFactory['watchResources']): TransportHooks {
  if (!watch) return {};
  const watched = new Map<RequestId, () => void>();
  const end = (id: RequestId) => {
    watched.get(id)?.();
    watched.delete(id);
  };
  return {
    onIncoming: (message) => {
      const uris = listenedResources(message);
      if (uris.length > 0 && 'id' in message && message.id !== undefined) {
        end(message.id);
        watched.set(message.id, watch(uris));
      }
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) end(cancelled);
    },
    onClosed: () => {
      for (const id of watched.keys()) end(id);
    },
  };
}

/** The request that a message cancels. */
export function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
