import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { type Node, openRequest } from './cluster.ts';

export interface ApiKeyProxyOptions {
  readonly tls: { readonly cert: string; readonly key: string };
  /** The only key it accepts. */
  readonly apiKey: string;
}

export interface ApiKeyProxy {
  readonly port: number;
  close(): Promise<void>;
}

const refusal = JSON.stringify({
  error: { type: 'security_exception', reason: 'unable to authenticate with provided credentials' },
  status: 401,
});

/** Authenticates an API key over HTTPS and forwards as the node's own user: these nodes cannot create API keys. */
export async function startApiKeyProxy(
  node: Node,
  { tls, apiKey }: ApiKeyProxyOptions,
): Promise<ApiKeyProxy> {
  const server = createServer(tls, (request, response) => {
    if (request.headers.authorization === `ApiKey ${apiKey}`) forward(node, request, response);
    else response.writeHead(401, { 'content-type': 'application/json' }).end(refusal);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(node: Node, request: IncomingMessage, response: ServerResponse): void {
  const { authorization: _, host: __, connection: ___, ...headers } = request.headers;
  const onward = openRequest(node, {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: headers as Record<string, string>,
  });
  onward.on('error', () => response.destroy());
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => {});
  });
  pipeline(request, onward, () => {});
}
