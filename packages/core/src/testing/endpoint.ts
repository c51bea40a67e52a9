import type { Caller } from '../caller.ts';
import { type CallRecord, createCallFeed } from '../calls.ts';
import { type Catalogue, createCatalogue } from '../catalogue.ts';
import { createDispatcher, type DispatcherOptions } from '../dispatch.ts';
import { HandleStore } from '../handles.ts';
import { silentLog } from '../log.ts';
import { createRedactor } from '../redact.ts';
import type { Relay } from '../relay.ts';
import type { ToolServer } from '../server.ts';

export type TestEndpointOptions = Partial<DispatcherOptions> & {
  readonly prefixed?: boolean;
  /** Replaces the server's own catalogue. */
  readonly catalogue?: Catalogue;
  readonly relay?: Relay;
};

/** An endpoint for one server, with its finished calls. */
export function createTestEndpoint(server: ToolServer, options: TestEndpointOptions = {}) {
  const feed = options.feed ?? createCallFeed();
  const redactor = options.redactor ?? createRedactor();
  const handles = options.handles ?? new HandleStore();
  const calls: CallRecord[] = [];
  feed.subscribe((event) => {
    if (event.kind === 'finished') calls.push(event.call);
  });
  const dispatcher = createDispatcher({
    log: silentLog,
    timeoutMs: 30_000,
    budget: {},
    auditArguments: 'full',
    ...options,
    feed,
    redactor,
    handles,
  });
  const catalogue = options.catalogue ?? createCatalogue([server], { prefixed: options.prefixed ?? false });
  const endpoint = {
    name: server.id,
    version: server.version,
    instructions: async () => server.instructions,
    catalogue,
    dispatcher,
    handles,
    feed,
    servers: [server],
    workspace: [],
    ...(options.relay ? { relay: options.relay } : {}),
  };
  return { endpoint, catalogue, dispatcher, feed, redactor, handles, calls };
}

/** A caller for tests that call the dispatcher directly. */
export function testCaller(more: Partial<Caller> = {}): Caller {
  return { id: 'test', frontend: 'memory', workspace: [], ...more };
}
