import { storePageKey } from '@molehill/bridge/http/page-access';
import { httpToken } from '@molehill/bridge/http/token';
import { openPortMap } from '@molehill/bridge/ports';
import { silentLog } from '@molehill/core/log';
import { statePaths } from '@molehill/core/paths';
import { createRedactor } from '@molehill/core/redact';
import { createTestEndpoint, type TestEndpointOptions } from '@molehill/core/testing/endpoint';
import { PageAccess } from '@molehill/serve/http/page-access';
import { serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import { connectClient, type Person } from '@molehill/serve/testing/mcp-client';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { ProjectDatabase } from '../database/database.ts';
import { createHealth, createProjectApi } from '../http-api.ts';
import { projectServer } from '../server.ts';

export interface HostOptions {
  readonly timeoutMs?: number;
  /** The root that its health names, when it is not the right one. */
  readonly claims?: string;
  /** The variables of the host's process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Serves a project as a host does: on its own port, registered in the port map. */
export async function openProject(projectRoot: string, stateRoot: string, options: HostOptions = {}) {
  const redactor = createRedactor();
  const token = httpToken(statePaths(stateRoot));
  const common = { stateRoot, log: silentLog, redactor };
  const { timeoutMs = 30_000 } = options;
  const { endpoint, dispatcher, calls } = createTestEndpoint(projectServer(common), { redactor, timeoutMs });
  const database = new ProjectDatabase({
    projectRoot,
    ...common,
    dispatcher,
    env: options.env ?? {},
    insideContainer: false,
  });
  const host = { projectRoot: options.claims ?? projectRoot, version: '1.1.0', token };
  const pages = new Hono().route('/', createHealth(host));
  const services = createProjectApi(database);
  const page = new PageAccess();
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const ports = openPortMap(stateRoot);
  const served = await ports.claim(projectRoot, (wanted) =>
    serveHttp(factories, { port: wanted, token, log: silentLog, page, pages, services }),
  );
  const { port } = served;
  await storePageKey({ stateRoot, port }, page.key);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await Promise.all([ports.release(projectRoot, port), served.close(), database.close()]);
  };
  onTestFinished(close);
  return { port, url: served.url, token, close, calls };
}

type ClientOptions = Pick<TestEndpointOptions, 'budget'> & {
  /** The folders the caller works in. */
  readonly workspace?: readonly string[];
  readonly person?: Person;
};

/** The tools as a client in another process calls them: it shares only the state directory with the host. */
export async function connectProject(
  stateRoot: string,
  { workspace = [], person, ...dispatch }: ClientOptions = {},
) {
  const redactor = createRedactor();
  const { endpoint } = createTestEndpoint(projectServer({ stateRoot, log: silentLog, redactor }), {
    redactor,
    ...dispatch,
  });
  const client = await connectClient({ ...endpoint, workspace }, 'legacy', person);
  const call = async (name: string, input: Readonly<Record<string, unknown>>) => {
    const result = await client.callTool({ name, arguments: { ...input } });
    const { content, isError, structuredContent } = answer.parse(result);
    return { text: content[0]?.text ?? '', isError, structured: structuredContent };
  };
  return { client, call };
}

const answer = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1),
  isError: z.boolean().default(false),
  structuredContent: z.unknown(),
});
