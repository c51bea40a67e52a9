import { silentLog } from '@molehill/core/log';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import { onTestFinished } from 'vitest';
import type { HttpTransport } from '../config/upstream-config.ts';

const TOKEN = 'the-token-of-this-test';

/** Serves our fixture server over HTTP in this process until the test ends or `close` is called. */
export async function httpUpstream(kind: HttpTransport['kind'] = 'http', port = 0) {
  const { endpoint } = createTestEndpoint(createFixtureServer().server);
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const serving = await serveHttp(factories, { port, token: TOKEN, log: silentLog });
  onTestFinished(() => serving.close());
  const transport: HttpTransport = {
    kind,
    url: `http://127.0.0.1:${serving.port}/${kind === 'sse' ? 'sse' : 'mcp'}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  };
  return { transport, port: serving.port, close: () => serving.close() };
}
