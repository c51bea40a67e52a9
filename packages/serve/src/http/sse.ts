import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Transport } from '@modelcontextprotocol/server';
import type { SSEServerTransport } from '@modelcontextprotocol/server-legacy/sse';
import type { McpFactory } from '../mcp.ts';
import type { Serving } from '../stdio.ts';
import { discardingCancelled } from './early-cancellations.ts';
import { type Reservation, type Session, type SessionLimits, SessionStore } from './sessions.ts';

interface SseSession extends Session {
  readonly transport: SSEServerTransport;
}

export interface SseEndpoint extends Serving {
  /** False when the session limit is reached. */
  open(response: ServerResponse): Promise<boolean>;
  /** False when the session is unknown. */
  post(sessionId: string, body: string, exchange: HttpBindings): Promise<boolean>;
}

/** `/sse` and `/message`: the transport before Streamable HTTP. */
export function sseEndpoint(factory: McpFactory, limits: SessionLimits): SseEndpoint {
  const sessions = new SessionStore<SseSession>(limits);
  const openWith = async (room: Reservation<SseSession>, response: ServerResponse) => {
    const { SSEServerTransport } = await import('@modelcontextprotocol/server-legacy/sse');
    const transport = new SSEServerTransport('/message', response);
    const server = await factory({ era: 'legacy' });
    if (response.destroyed) return server.close();
    room.add(transport.sessionId, { transport, close: () => server.close() });
    sessions.hold(transport.sessionId);
    response.once('close', () => sessions.delete(transport.sessionId));
    await server.connect(discardingCancelled(transport as Transport));
  };
  return {
    async open(response) {
      const room = sessions.reserve();
      if (!room) return false;
      await openWith(room, response).finally(room.cancel);
      return true;
    },
    async post(sessionId, body, { incoming, outgoing }) {
      const hold = sessions.hold(sessionId);
      if (!hold) return false;
      await hold.session.transport.handlePostMessage(incoming, outgoing, body).finally(hold.release);
      return true;
    },
    close: () => sessions.close(),
  };
}
