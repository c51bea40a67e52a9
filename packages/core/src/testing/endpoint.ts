import { type CallRecord, createCallFeed } from '../calls.ts';
import { createCatalogue } from '../catalogue.ts';
import { createDispatcher, type DispatcherOptions } from '../dispatch.ts';
import { silentLog } from '../log.ts';
import { createRedactor } from '../redact.ts';
import type { ToolServer } from '../server.ts';

export type TestEndpointOptions = Partial<DispatcherOptions> & { readonly prefixed?: boolean };

/** A server with everything a door needs, and its finished calls within reach of a test. */
export function createTestEndpoint(server: ToolServer, options: TestEndpointOptions = {}) {
  const feed = options.feed ?? createCallFeed();
  const redactor = options.redactor ?? createRedactor();
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
  });
  const catalogue = createCatalogue([server], { prefixed: options.prefixed ?? false });
  const endpoint = {
    name: server.id,
    version: server.version,
    instructions: server.instructions,
    catalogue,
    dispatcher,
  };
  return { endpoint, catalogue, dispatcher, feed, redactor, calls };
}
