import { httpToken } from '@molehill/bridge/http/token';
import { openPortMap } from '@molehill/bridge/ports';
import { silentLog } from '@molehill/core/log';
import { statePaths } from '@molehill/core/paths';
import { createRedactor } from '@molehill/core/redact';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import { connectClient } from '@molehill/serve/testing/mcp-client';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { openProjectDatabase, type ProjectDatabaseOptions } from '../database/database.ts';
import { createHealth, createProjectApi } from '../http-api.ts';
import { projectServer } from '../server.ts';

export type HostOptions = Partial<Pick<ProjectDatabaseOptions, 'timeoutMs' | 'budget' | 'env'>> & {
  /** The root that its health names, where it is not the right one. */
  readonly claims?: string;
};

/** Has a project open as a host does: on a port of its own, written down for others to find. */
export async function openProject(projectRoot: string, stateRoot: string, options: HostOptions = {}) {
  const redactor = createRedactor();
  const token = httpToken(statePaths(stateRoot));
  const common = { stateRoot, log: silentLog, redactor, env: {}, insideContainer: false };
  const database = openProjectDatabase({ projectRoot, ...common, ...options });
  const host = { projectRoot: options.claims ?? projectRoot, version: '1.1.0', token };
  const pages = new Hono().route('/', createHealth(host));
  const services = createProjectApi(database);
  const { endpoint } = createTestEndpoint(projectServer({ stateRoot, log: silentLog, redactor }));
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const ports = openPortMap(stateRoot);
  const { port, served } = await ports.claim(projectRoot, (wanted) =>
    serveHttp(factories, { port: wanted, token, log: silentLog, pages, services }),
  );
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await Promise.all([ports.release(projectRoot, port), served.close(), database.close()]);
  };
  onTestFinished(close);
  return { port, url: served.url, token, redactor, close, database };
}

/** The tools as a client of another process would call them: it shares nothing with the host but the state directory. */
export async function connectProject(
  stateRoot: string,
  dispatch: Parameters<typeof createTestEndpoint>[1] = {},
) {
  const redactor = createRedactor();
  const { endpoint } = createTestEndpoint(projectServer({ stateRoot, log: silentLog, redactor }), {
    redactor,
    ...dispatch,
  });
  const client = await connectClient(endpoint, 'legacy');
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
