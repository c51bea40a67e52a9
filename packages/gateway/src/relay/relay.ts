import type { Client } from '@modelcontextprotocol/client';
import { isUpstreamError, type Peer, type WireResult } from '@molehill/core/upstream';
import { metaKeys } from '../protocol.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { type InFlightRequest, unattendedRequest } from './questions.ts';
import { isModern, sendRequest, type UpstreamRequest } from './send-request.ts';
import { resumeCall, SuspendedCall, type Turn } from './suspended-call.ts';

export interface RelayTarget {
  readonly upstream: Upstream;
  readonly inFlight: Set<InFlightRequest>;
  /** Called before a request is sent, to set the log level that its client wants. */
  prepare(client: Client, peer: Peer): void;
  /** Answers requests for methods that modern servers do not have. */
  emulate(client: Client, request: UpstreamRequest): Promise<WireResult> | undefined;
}

/** Relays one request to an upstream server and returns its result, whichever protocol eras the two sides speak. */
export function relay(target: RelayTarget, request: UpstreamRequest): Promise<WireResult> {
  const { peer, signal, handles } = request;
  if (peer?.era === 'modern' && handles) return relayInTurns(target, peer, { ...request, handles });
  return target.upstream.use(async (client) => {
    const result = await send(target, client, request, peer ? { peer } : unattendedRequest());
    return isModern(client) ? withoutModernFields(result) : result;
  }, signal);
}

/** Registers the request as in-flight, so that questions and logs of the server reach its client. */
async function send(
  target: RelayTarget,
  client: Client,
  request: UpstreamRequest,
  inFlight: InFlightRequest,
): Promise<WireResult> {
  target.prepare(client, inFlight.peer);
  target.inFlight.add(inFlight);
  try {
    const emulated = isModern(client) ? target.emulate(client, request) : undefined;
    return await (emulated ?? sendRequest(client, request));
  } finally {
    target.inFlight.delete(inFlight);
  }
}

/** Removes the server info and caching fields of modern results, which legacy clients do not know. */
function withoutModernFields(result: WireResult): WireResult {
  const { ttlMs: _, cacheScope: __, _meta, ...rest } = result;
  const { [metaKeys.serverInfo]: ___, ...meta } = { ...(_meta as WireResult | undefined) };
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}

/** A modern client gets a question as the result of its request and calls again with the answer. */
async function relayInTurns(
  target: RelayTarget,
  peer: Peer,
  request: UpstreamRequest & Turn,
): Promise<WireResult> {
  const { continuation, handles } = request;
  const { _meta: _, ...params } = request.params;
  const identity = [request.method, params];
  const resumed = continuation && resumeCall(handles, identity, continuation);
  const call = resumed ?? new SuspendedCall(identity);
  if (!resumed) start(target, call, peer, request);
  try {
    return await call.turn(request);
  } catch (error) {
    const { url } = (peer.capabilities.elicitation ?? {}) as { readonly url?: unknown };
    const required = url === undefined ? undefined : urlElicitations(error);
    if (required) return required;
    throw error;
  }
}

function start(target: RelayTarget, call: SuspendedCall, peer: Peer, request: UpstreamRequest): void {
  const inFlight: InFlightRequest = {
    get peer() {
      return call.peer ?? peer;
    },
    ask: (...question) => call.ask(...question),
  };
  const progress = request.progress && call.report;
  call.start((signal) =>
    target.upstream.use((client) => send(target, client, { ...request, progress, signal }, inFlight), signal),
  );
}

const URL_ELICITATION_REQUIRED = -32_042;

/** Legacy servers refuse a request until a person has visited a URL. For modern clients that is an elicitation. */
function urlElicitations(error: unknown): WireResult | undefined {
  if (!isUpstreamError(error) || error.code !== URL_ELICITATION_REQUIRED) return undefined;
  const { elicitations } = (error.data ?? {}) as { elicitations?: readonly Readonly<WireResult>[] };
  if (!Array.isArray(elicitations) || elicitations.length === 0) return undefined;
  const requests = elicitations.map(({ url, message }, index) => [
    `visit-${index + 1}`,
    { method: 'elicitation/create', params: { mode: 'url', url, message } },
  ]);
  return { resultType: 'input_required', inputRequests: Object.fromEntries(requests) };
}
