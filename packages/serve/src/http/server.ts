import { createServer, type Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import { coreErrors, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { Hono } from 'hono';
import type { McpFactory } from '../mcp.ts';
import type { Serving } from '../stdio.ts';
import { createApp } from './app.ts';
import { ConnectionLimit, type ConnectionLimits } from './connection-limit.ts';
import { createGuard } from './guard.ts';
import type { PageAccess } from './page-access.ts';
import { rawRefusal, refuse } from './refusal.ts';
import type { HttpRoute, ServiceEnv } from './route.ts';
import type { SessionLimits } from './sessions.ts';

export interface HttpOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly token: string | undefined;
  readonly allowedHosts?: readonly string[];
  readonly log: Log;
  readonly bus?: ServerEventBus;
  /** Lets a person's browser in. Without it there is no page. */
  readonly page?: PageAccess;
  readonly routes?: readonly HttpRoute[];
  readonly pages?: Hono;
  readonly services?: Hono<ServiceEnv>;
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  readonly sessions?: SessionLimits;
  readonly connections?: ConnectionLimits;
}

export interface HttpServing extends Serving {
  readonly port: number;
  readonly url: string;
}

export interface HttpFactories {
  readonly streamable: McpFactory;
  readonly sse: McpFactory;
}

/** The only address we listen on. */
const LOOPBACK = '127.0.0.1';
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECTIONS: ConnectionLimits = { most: 1_000, mostUnauthorized: 500 };

export async function serveHttp(factories: HttpFactories, options: HttpOptions): Promise<HttpServing> {
  const guard = createGuard({
    allowedHosts: options.allowedHosts ?? LOOPBACK_NAMES,
    token: options.token,
    page: options.page,
  });
  const sessions = options.sessions ?? { most: 200, idleMs: 30 * 60_000 };
  const connections = new ConnectionLimit(options.connections ?? CONNECTIONS);
  const { app, close } = createApp(factories.streamable, factories.sse, {
    ...options,
    guard,
    sessions,
    connections,
  });
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: options.headersTimeoutMs ?? 10_000,
      requestTimeout: options.requestTimeoutMs ?? 30_000,
      connectionsCheckingInterval: 500,
      // Otherwise Node rejects a request without a Host header with an empty response.
      requireHostHeader: false,
    },
    getRequestListener(app.fetch, { errorHandler: refuseUnreadable }),
  );
  connections.watch(server);
  server.on('clientError', answerBrokenRequest);
  const port = await listen(server, options.port);
  return {
    port,
    url: `http://${LOOPBACK}:${port}`,
    close: async () => {
      server.close();
      await close();
      server.closeAllConnections();
    },
  };
}

/** Listening is the only reliable check that a port is free. */
function listen(server: NodeServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? taken(port) : error);
    server.once('error', onError);
    server.listen({ port, host: LOOPBACK }, () => {
      server.off('error', onError);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function taken(port: number) {
  return coreErrors.fail('E_PORT_IN_USE', `Port ${port} is in use on ${LOOPBACK}.`);
}

/** The path and the Host header do not form a valid URL. */
function refuseUnreadable(error: unknown): Response {
  const reason = messageOf(error);
  return refuse('E_BAD_REQUEST', `This is not a valid HTTP request: ${reason}.`);
}

function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(brokenRequestAnswer(error.code));
}

function brokenRequestAnswer(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return rawRefusal('E_HEADERS_TOO_LARGE', 'The headers are larger than 16 KB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return rawRefusal('E_REQUEST_TIMEOUT', 'The request did not arrive in time.');
  return rawRefusal('E_BAD_REQUEST', 'This is not a valid HTTP request.');
}
