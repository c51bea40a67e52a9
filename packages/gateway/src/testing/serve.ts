import { createCallFeed } from '@molehill/core/calls';
import { createDispatcher } from '@molehill/core/dispatch';
import { HandleStore } from '@molehill/core/handles';
import { createLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { serveHttp } from '@molehill/serve/http/server';
import { startLifecycle } from '@molehill/serve/lifecycle';
import { type McpEndpoint, mcpFactory } from '@molehill/serve/mcp';
import { serveProcess } from '@molehill/serve/process';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { openGateway } from '../gateway.ts';

/**
 * A gateway process. Its only argument is JSON:
 *   frontend   "stdio", or "http" on a port that is printed as a line of JSON
 *   stateRoot  its state directory
 *   only       the server that is served alone
 *   servers    the configuration
 */
export interface ServeOptions {
  readonly frontend: 'stdio' | 'http';
  readonly stateRoot: string;
  readonly only?: string;
  readonly servers: readonly UpstreamConfig[];
}

const { frontend, stateRoot, only, servers }: ServeOptions = JSON.parse(process.argv[2] ?? '{}');
const redactor = createRedactor();
const log = createLog({ level: 'error', file: undefined, redactor });
const gateway = await openGateway({
  directory: process.cwd(),
  home: stateRoot,
  env: process.env,
  stateRoot,
  version: '0.0.0',
  log,
  redactor,
  mounts: [],
  only,
  config: { servers, problems: [] },
});
const feed = createCallFeed();
const handles = new HandleStore();
const dispatcher = createDispatcher({
  log,
  redactor,
  feed,
  handles,
  timeoutMs: 30_000,
  budget: {},
  auditArguments: 'none',
});
const endpoint: McpEndpoint = {
  name: 'gateway-under-test',
  version: '0.0.0',
  instructions: async () => 'Upstream servers.',
  catalogue: gateway.catalogue,
  dispatcher,
  handles,
  feed,
  servers: [],
  workspace: [],
  ...(gateway.relay ? { relay: gateway.relay } : {}),
};
if (frontend === 'stdio') await serveProcess(endpoint, { log, close: () => gateway.close() });
else await serveOverHttp();

async function serveOverHttp(): Promise<void> {
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const serving = await serveHttp(factories, { port: 0, token: undefined, log });
  const lifecycle = startLifecycle({
    close: async () => {
      await Promise.allSettled([serving.close(), gateway.close()]);
    },
  });
  process.stdout.write(`${JSON.stringify({ url: serving.url })}\n`);
  await lifecycle.stopped;
}
