import type { Client, JSONRPCRequest } from '@modelcontextprotocol/client';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import type { ClientSessions } from './client-sessions.ts';
import type { InFlightRequest, InFlightRequests } from './in-flight.ts';

const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;

const NEEDED: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

export interface Asking {
  readonly server: string;
  readonly inFlight: InFlightRequests;
  readonly sessions: ClientSessions;
}

/** Brings what a server asks to the client it works for, and the answer back. Nobody else is ever asked. */
export function relayQuestions(client: Client, asking: Asking): void {
  client.fallbackRequestHandler = async (request, { mcpReq }) => ({
    ...(await ask(request, asking, mcpReq.signal)),
  });
}

async function ask(
  { method, params }: JSONRPCRequest,
  asking: Asking,
  signal: AbortSignal,
): Promise<WireResult> {
  const { peer, ask: put } = await whoIsMeant(asking, signal);
  if (!put) return peer.request(method, params, signal);
  if (!canBeAsked(peer, method)) throw new UpstreamError(METHOD_NOT_FOUND, 'Method not found');
  return put(method, withoutMeta(params), signal);
}

/** The only client with an open request; where none is open, the only client there is. */
async function whoIsMeant(asking: Asking, signal: AbortSignal): Promise<InFlightRequest> {
  const { inFlight, sessions, server } = asking;
  if (!inFlight.owner()) await sessions.waitForClient(signal);
  const owner = inFlight.owner() ?? onlyMember(sessions);
  if (owner === 'several')
    throw new UpstreamError(
      INTERNAL_ERROR,
      `Several clients use ${server} at the same time, and it cannot be told which of them is asked.`,
    );
  if (owner) return owner;
  throw new UpstreamError(INTERNAL_ERROR, 'There is no client that could be asked.');
}

function onlyMember({ legacy }: ClientSessions): InFlightRequest | 'several' | undefined {
  return legacy.length > 1 ? 'several' : legacy[0];
}

function canBeAsked({ capabilities }: Peer, method: string): boolean {
  const needed = NEEDED[method];
  return needed !== undefined && capabilities[needed] !== undefined;
}

/** Tokens of one connection mean nothing on another. */
function withoutMeta(params: WireResult | undefined): WireResult | undefined {
  if (params === undefined) return undefined;
  const { _meta: _, ...rest } = params;
  return rest;
}
