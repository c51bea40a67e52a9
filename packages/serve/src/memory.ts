import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio as serveSdkStdio } from '@modelcontextprotocol/server/stdio';
import type { McpFactory } from './mcp.ts';
import type { Serving } from './stdio.ts';
import { listenHooks } from './subscriptions.ts';
import { WrappedTransport } from './wrapped-transport.ts';

export interface InMemoryConnection extends Serving {
  /** The client's transport. */
  readonly transport: InMemoryTransport;
}

/** Serves both protocol eras as over stdio, without a child process. */
export function connectInMemory(factory: McpFactory): InMemoryConnection {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const transport = new WrappedTransport(server, listenHooks(factory.watchResources));
  const serving = serveSdkStdio(factory, { transport });
  return { transport: client, close: () => serving.close() };
}
