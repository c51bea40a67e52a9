import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Log } from '../../log.ts';
import type { Serving } from '../stdio.ts';
import { refuse } from './refusal.ts';
import { type Session, type SessionLimits, SessionStore } from './sessions.ts';

interface StreamableSession extends Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

export interface StreamableOptions {
  readonly log: Log;
  readonly sessions: SessionLimits;
  readonly maxBodyBytes: number;
}

export interface StreamableEndpoint extends Serving {
  fetch(request: Request): Promise<Response>;
}

/** `/mcp`: without sessions for clients of 2026-07-28, with sessions for those of 2025. */
export function streamableEndpoint(
  factory: McpServerFactory,
  options: StreamableOptions,
): StreamableEndpoint {
  const onerror = (error: Error) => options.log.debug({ err: error }, 'streamable http');
  const bodyLimit = { maxRequestBodySize: options.maxBodyBytes };
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror, ...bodyLimit });
  const sessions = new SessionStore<StreamableSession>(options.sessions);

  const openSession = async (request: Request): Promise<Response> => {
    if (!sessions.makeRoom())
      return refuse('E_TOO_MANY_SESSIONS', 'All sessions are in use.', { 'Retry-After': '5' });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => sessions.add(id, { transport, close: () => server.close() }),
      onsessionclosed: (id) => sessions.delete(id),
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
    const session = sessions.get(id);
    return session ? session.transport.handleRequest(request) : sessionNotFound();
  };

  return {
    fetch: async (request) =>
      (await isLegacyRequest(request, undefined, bodyLimit)) ? legacy(request) : modern.fetch(request),
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
