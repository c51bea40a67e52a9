import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterwards, temporaryFolder } from './cleanup.ts';
import { bearer } from './http.ts';
import { type HttpServer, molehillBin } from './molehill.ts';
import { cleanEnvironment } from './processes.ts';

export type Mode = 'legacy' | 'auto' | { readonly pin: string };

/** Connects the official client. */
export async function connectClient(transport: Transport, mode: Mode = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode } });
  afterwards(() => client.close());
  await client.connect(transport);
  return client;
}

export interface StdioTarget {
  readonly args?: readonly string[];
  readonly node?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The official client starts `molehill mcp`, as an agent does. */
export function stdioTransport(target: StdioTarget = {}): StdioClientTransport {
  const home = target.home ?? temporaryFolder();
  const node = target.node ?? process.execPath;
  return new StdioClientTransport({
    command: node,
    args: [molehillBin, 'mcp', ...(target.args ?? [])],
    cwd: home,
    env: { ...cleanEnvironment(home, node), ...target.env },
    stderr: 'pipe',
  });
}

export function streamableTransport(server: HttpServer): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers: bearer(server) },
  });
}

export function sseTransport(server: HttpServer): SSEClientTransport {
  return new SSEClientTransport(new URL('/sse', server.url), { requestInit: { headers: bearer(server) } });
}
