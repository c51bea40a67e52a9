import type { Client, JSONRPCRequest } from '@modelcontextprotocol/client';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import { INTERNAL_ERROR, METHOD_NOT_FOUND } from '../protocol.ts';
import type { ClientSessions } from './client-sessions.ts';
import type { InFlightRequest, InFlightRequests } from './in-flight.ts';

const REQUIRED_CAPABILITY: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

export interface QuestionContext {
  readonly server: string;
  readonly inFlight: InFlightRequests;
  readonly sessions: ClientSessions;
}

/** Relays requests of a server to the client it works for, and to no other. */
export function relayQuestions(client: Client, context: QuestionContext): void {
  client.fallbackRequestHandler = async (request, { mcpReq }) => ({
    ...(await ask(request, context, mcpReq.signal)),
  });
}

async function ask(
  { method, params }: JSONRPCRequest,
  context: QuestionContext,
  signal: AbortSignal,
): Promise<WireResult> {
  const { peer, ask: askInTurn } = await findRequest(context, signal);
  if (!askInTurn) return peer.request(method, params, signal);
  if (!supports(peer, method)) throw new UpstreamError(METHOD_NOT_FOUND, 'Method not found');
  return askInTurn(method, withoutMeta(params), signal);
}

/** The in-flight request of the only client that has one, otherwise the only connected client. */
async function findRequest(
  { inFlight, sessions, server }: QuestionContext,
  signal: AbortSignal,
): Promise<InFlightRequest> {
  if (!inFlight.owner()) await sessions.waitForClient(signal);
  const { legacy } = sessions;
  const owner = inFlight.owner() ?? (legacy.length > 1 ? 'several' : legacy[0]);
  if (owner === 'several')
    throw new UpstreamError(
      INTERNAL_ERROR,
      `Several clients are using ${server}; the client to ask cannot be determined.`,
    );
  if (owner) return owner;
  throw new UpstreamError(INTERNAL_ERROR, 'No client is connected that could be asked.');
}

function supports({ capabilities }: Peer, method: string): boolean {
  const required = REQUIRED_CAPABILITY[method];
  return required !== undefined && capabilities[required] !== undefined;
}

/** Progress tokens are valid on one connection only. */
function withoutMeta(params: WireResult | undefined): WireResult | undefined {
  if (params === undefined) return undefined;
  const { _meta: _, ...rest } = params;
  return rest;
}
