import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { HttpTransport } from '../../config/upstream-config.ts';
import { orderedTransport } from '../ordered-transport.ts';
import { type BoundedFetchOptions, boundedFetch } from './bounded-fetch.ts';

export interface HttpConnection {
  readonly transport: Transport;
  /** Terminates the session of a server that has one. */
  endSession(): Promise<void>;
}

const END_SESSION_TIMEOUT_MS = 500;

export function openHttp(config: HttpTransport, options: BoundedFetchOptions): HttpConnection {
  const url = new URL(config.url);
  const settings = { requestInit: { headers: { ...config.headers } }, fetch: boundedFetch(options) };
  if (config.kind === 'sse') {
    const transport = orderedTransport(new SSEClientTransport(url, settings));
    return { transport, endSession: async () => {} };
  }
  const transport = new StreamableHTTPClientTransport(url, settings);
  return { transport: orderedTransport(transport), endSession: () => endSession(transport) };
}

async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  if (transport.sessionId === undefined) return;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, END_SESSION_TIMEOUT_MS).unref());
  await Promise.race([transport.terminateSession().catch(() => {}), timeout]);
}
