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
import { endingCancelled } from './end-cancelled.ts';
import { createEventStore } from './event-store.ts';
import { readMessageBody, withRequestId } from './message-body.ts';
import { withNotFoundStatus } from './method-not-found.ts';
import { refuse } from './refusal.ts';
import { withCheckedHeaders } from './sdk-internals.ts';
import {
  type Reservation,
  type Session,
  type SessionLimits,
  SessionStore,
  whenBodyEnds,
} from './sessions.ts';

interface StreamableSession extends Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

export interface StreamableOptions {
  readonly log: Log;
  readonly sessions: SessionLimits;
  readonly maxBodyBytes: number;
  /** Announces changes to modern clients that listen. */
  readonly bus?: ServerEventBus | undefined;
}

export interface StreamableEndpoint extends Serving {
  fetch(request: Request): Promise<Response>;
}

interface ParsedBody {
  readonly parsedBody?: unknown;
}

/** When a client should reconnect after its stream ended. */
const RETRY_MS = 500;

/** `/mcp`: stateless for modern clients, with sessions for legacy clients. */
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

  const openSession = async (request: Request, body: ParsedBody): Promise<Response> => {
    const room = sessions.reserve();
    if (!room) return refuse('E_TOO_MANY_SESSIONS', 'All sessions are in use.', { 'Retry-After': '5' });
    return openWith(room, request, body).finally(room.cancel);
  };

  const openWith = async (
    room: Reservation<StreamableSession>,
    request: Request,
    body: ParsedBody,
  ): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => room.add(id, { transport, close: () => server.close() }),
      onsessionclosed: (id) => sessions.delete(id),
      eventStore: createEventStore(),
      retryInterval: RETRY_MS,
      ...bodyLimit,
    });
    const server = await factory({ era: 'legacy', requestInfo: request });
    try {
      await server.connect(endingCancelled(transport));
      return await transport.handleRequest(request, body);
    } finally {
      if (transport.sessionId === undefined) await server.close();
    }
  };

  const legacy = async (request: Request, body: ParsedBody): Promise<Response> => {
    const id = request.headers.get('mcp-session-id');
    if (id === null && request.method !== 'POST') {
      return refuse('E_METHOD_NOT_ALLOWED', `${request.method} needs an open session; start with POST.`, {
        Allow: 'POST',
      });
    }
    if (id === null) return openSession(request, body);
    const hold = sessions.hold(id);
    if (!hold) return sessionNotFound();
    try {
      return whenBodyEnds(await hold.session.transport.handleRequest(request, body), hold.release);
    } catch (error) {
      hold.release();
      throw error;
    }
  };

  /** Watches the resources that a client listens to until its stream ends. */
  const listening = async (request: Request, body: ParsedBody): Promise<Response> => {
    const uris = listenedResources(body.parsedBody);
    const unwatch = uris.length > 0 ? factory.watchResources?.(uris) : undefined;
    try {
      const response = await modern.fetch(request, body);
      return unwatch ? whenBodyEnds(response, unwatch) : response;
    } catch (error) {
      unwatch?.();
      throw error;
    }
  };

  const answer = async (request: Request, body: ParsedBody): Promise<Response> => {
    if (await isLegacyRequest(request, body.parsedBody, bodyLimit)) return legacy(request, body);
    const method = request.headers.get('mcp-method');
    if (method === 'subscriptions/listen') return listening(request, body);
    return withNotFoundStatus(method, await modern.fetch(request, body));
  };

  return {
    fetch: async (request) => {
      const body = await readMessageBody(request);
      return 'refusal' in body ? body.refusal : withRequestId(await answer(request, body), body.parsedBody);
    },
    close: async () => {
      await Promise.allSettled([modern.close(), sessions.close()]);
    },
  };
}

/** The form that makes a client open a new session. */
function sessionNotFound(): Response {
  const error = { code: -32001, message: 'Session not found. Send initialize to open a new one.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
