import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { HttpTransport } from '../../config/upstream-config.ts';
import { boundedFetch } from './bounded-fetch.ts';

export interface HttpOptions {
  readonly maxMessageBytes: number;
  onTooLarge(bytes: number): void;
}

export interface HttpConnection {
  readonly transport: Transport;
  /** Says goodbye to a server that keeps a session. */
  end(): Promise<void>;
}

const GOODBYE_MS = 500;

export function openHttp(config: HttpTransport, options: HttpOptions): HttpConnection {
  const url = new URL(config.url);
  const settings = { requestInit: { headers: { ...config.headers } }, fetch: boundedFetch(options) };
  if (config.kind === 'sse') return { transport: new SSEClientTransport(url, settings), end: async () => {} };
  const transport = new StreamableHTTPClientTransport(url, settings);
  return { transport, end: () => sayGoodbye(transport) };
}

async function sayGoodbye(transport: StreamableHTTPClientTransport): Promise<void> {
  if (transport.sessionId === undefined) return;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, GOODBYE_MS).unref());
  await Promise.race([transport.terminateSession().catch(() => {}), patience]);
}
