import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  InMemoryServerEventBus,
  isLegacyRequest,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Log } from '@molehill/core/log';
import type { McpFactory } from '../mcp.ts';
import type { Serving } from '../stdio.ts';
import { listenedResources } from '../subscriptions.ts';

import { createEventStore } from './event-store.ts';
import { withNotFoundStatus } from './method-not-found.ts';
import { refuse } from './refusal.ts';
import { withCheckedHeaders } from './sdk-internals.ts';
import { type Session, type SessionLimits, SessionStore, whenBodyEnds } from './sessions.ts';

interface StreamableSession extends Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

export interface StreamableOptions {
  readonly log: Log;
  readonly sessions: SessionLimits;
  readonly maxBodyBytes: number;
  /** Where changes are announced to clients of 2026-07-28 that listen for them. */
  readonly bus?: ServerEventBus | undefined;
}

export interface StreamableEndpoint extends Serving {
  fetch(request: Request): Promise<Response>;
}

/** How soon a client whose stream ended should come back. */
const RETRY_MS = 500;

/** `/mcp`: without sessions for clients of 2026-07-28, with sessions for those of 2025. */
export function streamableEndpoint(factory: McpFactory, options: StreamableOptions): StreamableEndpoint {
  const onerror = (error: Error) => options.log.debug({ err: error }, 'streamable http');
  const bus = options.bus ?? factory.bus?.() ?? new InMemoryServerEventBus();
  const bodyLimit = { maxRequestBodySize: options.maxBodyBytes };
  const modern = createMcpHandler(withCheckedHeaders(factory), {
    legacy: 'reject',
    onerror,
    bus,
    ...bodyLimit,
  });
  const sessions = new SessionStore<StreamableSession>(options.sessions);

  const openSession = async (request: Request): Promise<Response> => {
    if (!sessions.makeRoom())
      return refuse('E_TOO_MANY_SESSIONS', 'All sessions are in use.', { 'Retry-After': '5' });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => sessions.add(id, { transport, close: () => server.close() }),
      onsessionclosed: (id) => sessions.delete(id),
      eventStore: createEventStore(),
      retryInterval: RETRY_MS,
      ...bodyLimit,
    });
    const server = await factory({ era: 'legacy', requestInfo: request });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  };

  const legacy = async (request: Request): Promise<Response> => {
    const id = request.headers.get('mcp-session-id');
    if (id === null && request.method !== 'POST') {
      return refuse('E_METHOD_NOT_ALLOWED', `${request.method} needs an open session; start with POST.`, {
        Allow: 'POST',
      });
    }
    if (id === null) return openSession(request);
    const hold = sessions.hold(id);
    if (!hold) return sessionNotFound();
    return whenBodyEnds(await hold.session.transport.handleRequest(request), hold.release);
  };

  /** What a client listens to is watched until its stream ends. */
  const listening = async (request: Request): Promise<Response> => {
    const uris = listenedResources(
      await request
        .clone()
        .json()
        .catch(() => undefined),
    );
    const unwatch = uris.length > 0 ? factory.watchResources?.(uris) : undefined;
    const response = await modern.fetch(request);
    return unwatch ? whenBodyEnds(response, unwatch) : response;
  };

  return {
    fetch: async (request) => {
      if (await isLegacyRequest(request, undefined, bodyLimit)) return legacy(request);
      const method = request.headers.get('mcp-method');
      if (method === 'subscriptions/listen') return listening(request);
      return withNotFoundStatus(method, await modern.fetch(request));
    },
    close: async () => {
      await Promise.allSettled([modern.close(), sessions.close()]);
    },
  };
}

/** In the form the protocol prescribes, so that a client opens a new session. */
function sessionNotFound(): Response {
  const error = { code: -32001, message: 'Session not found. Send initialize to open a new one.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
