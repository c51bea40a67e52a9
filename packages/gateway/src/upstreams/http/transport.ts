import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { HttpTransport } from '../../config/upstream-config.ts';
import { orderedTransport } from '../ordered-transport.ts';
import { type BoundedFetchOptions, boundedFetch } from './bounded-fetch.ts';

const END_SESSION_TIMEOUT_MS = 500;

export function openHttp({ kind, url, headers }: HttpTransport, options: BoundedFetchOptions): Transport {
  const settings = { requestInit: { headers: { ...headers } }, fetch: boundedFetch(options) };
  if (kind === 'sse') return orderedTransport(new SSEClientTransport(new URL(url), settings));
  const transport = new StreamableHTTPClientTransport(new URL(url), settings);
  return orderedTransport(transport, async () => {
    await endSession(transport);
    await transport.close();
  });
}

/** Terminates the session of a server that has one. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  if (transport.sessionId === undefined) return;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, END_SESSION_TIMEOUT_MS).unref());
  await Promise.race([transport.terminateSession().catch(() => {}), timeout]);
}
