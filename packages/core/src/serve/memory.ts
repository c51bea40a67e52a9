import { InMemoryTransport, type McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio as serveSdkStdio } from '@modelcontextprotocol/server/stdio';
import type { Serving } from './stdio.ts';

export interface InMemoryConnection extends Serving {
  /** The client's end; hand it to any MCP client. */
  readonly transport: InMemoryTransport;
}

/** The same serving as over stdio, both protocol eras, without a process in between. */
export function connectInMemory(factory: McpServerFactory): InMemoryConnection {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const serving = serveSdkStdio(factory, { transport: server });
  return { transport: client, close: () => serving.close() };
}
