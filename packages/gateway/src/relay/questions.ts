import { randomUUID } from 'node:crypto';
import type { Client, JSONRPCRequest } from '@modelcontextprotocol/client';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import { INTERNAL_ERROR, METHOD_NOT_FOUND } from '../protocol.ts';
import type { ClientSessions } from './client-sessions.ts';

/** A request that an upstream server is working on. Questions and logs of the server belong to its client. */
export interface InFlightRequest {
  readonly peer: Peer;
  /** Asks a modern client with the result of its request; legacy clients are asked by `peer.request`. */
  ask?(method: string, params: WireResult | undefined, signal: AbortSignal): Promise<WireResult>;
}

/** A call from a terminal, the page or the job folder: questions of the server are refused. */
export function unattendedRequest(): InFlightRequest {
  const request = async () => {
    throw new UpstreamError(METHOD_NOT_FOUND, 'Method not found');
  };
  return { peer: { session: randomUUID(), era: 'legacy', capabilities: {}, request, notify: () => {} } };
}

const REQUIRED_CAPABILITY: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

export interface QuestionContext {
  readonly server: string;
  readonly inFlight: ReadonlySet<InFlightRequest>;
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
  const required = REQUIRED_CAPABILITY[method];
  if (required === undefined || peer.capabilities[required] === undefined)
    throw new UpstreamError(METHOD_NOT_FOUND, 'Method not found');
  // Progress tokens in `_meta` are valid on one connection only.
  const { _meta: _, ...rest } = params ?? {};
  return askInTurn(method, params && rest, signal);
}

/** The latest in-flight request of the only client that has one, otherwise the only connected client. */
async function findRequest(
  { inFlight, sessions, server }: QuestionContext,
  signal: AbortSignal,
): Promise<InFlightRequest> {
  if (inFlight.size === 0) await sessions.waitForClient(signal);
  const candidates = inFlight.size > 0 ? [...inFlight] : sessions.legacy;
  const owner = candidates.at(-1);
  if (!owner) throw new UpstreamError(INTERNAL_ERROR, 'No client is connected that could be asked.');
  if (candidates.every(({ peer }) => peer.session === owner.peer.session)) return owner;
  throw new UpstreamError(
    INTERNAL_ERROR,
    `Several clients are using ${server}; the client to ask cannot be determined.`,
  );
}
