import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Catalogue } from '@molehill/core/catalogue';
import type { Relay } from '@molehill/core/relay';
import type { Peer, WireResult } from '@molehill/core/upstream';

const EVENTS = {
  'notifications/prompts/list_changed': 'prompts_list_changed',
  'notifications/resources/list_changed': 'resources_list_changed',
} as const;

/** Modern clients over HTTP keep no connection: they receive changes on streams they listen to. */
export function createChangeBus(catalogue: Catalogue, relay: Relay): ServerEventBus {
  const bus = new InMemoryServerEventBus();
  catalogue.onChanged(() => bus.publish({ kind: 'tools_list_changed' }));
  relay.addSession(listeners(bus));
  return bus;
}

/** All listeners of the bus as one client that cannot be asked. */
function listeners(bus: ServerEventBus): Peer {
  return {
    session: 'listeners over HTTP',
    era: 'modern',
    capabilities: {},
    request: () => Promise.reject(new Error('a modern client is asked with the answer to its request')),
    notify: (method, params) => {
      if (isListChange(method)) bus.publish({ kind: EVENTS[method] });
      else if (method === 'notifications/resources/updated') publishUpdate(bus, params);
    },
  };
}

function isListChange(method: string): method is keyof typeof EVENTS {
  return Object.hasOwn(EVENTS, method);
}

function publishUpdate(bus: ServerEventBus, params: WireResult | undefined): void {
  if (typeof params?.uri === 'string')
    bus.publish({ kind: 'resource_updated', uri: params.uri, params: { ...params } });
}
