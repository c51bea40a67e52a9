import type { Client } from '@modelcontextprotocol/client';
import { isUpstreamError, type Peer, type WireResult } from '@molehill/core/upstream';
import { metaKeys } from '../protocol.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { type InFlightRequest, type InFlightRequests, unattendedRequest } from './in-flight.ts';
import { isModern, type RelayParams, requestRaw } from './raw.ts';
import type { SuspendedCall, SuspendedCalls } from './suspended-calls.ts';

export interface RelayTarget {
  readonly upstream: Upstream;
  readonly inFlight: InFlightRequests;
  readonly held: SuspendedCalls;
  /** Called before a server of 2025 works for a client that may want to hear its logs. */
  prepare(client: Client, peer: Peer): void;
}

/** One request through to a server and its result back, whichever eras the two sides speak. */
export function pass(target: RelayTarget, passing: RelayParams): Promise<WireResult> {
  const { peer, signal } = passing;
  if (peer?.era === 'modern') return passInTurns(target, peer, passing);
  return target.upstream.use(async (client) => {
    const result = await work(target, client, passing, peer ? { peer } : unattendedRequest());
    return isModern(client) ? withoutMarksOf2026(result) : result;
  }, signal);
}

/** What results of 2026 carry by rule: who made them and how long they keep. Clients before know nothing of it. */
function withoutMarksOf2026(result: WireResult): WireResult {
  const { ttlMs: _, cacheScope: __, _meta, ...rest } = result;
  const { [metaKeys.serverInfo]: ___, ...meta } = { ...(_meta as WireResult | undefined) };
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}

/** While it works, a server may tell things, and before 2026 ask things: then it is known who it works for. */
async function work(
  target: RelayTarget,
  client: Client,
  passing: RelayParams,
  flight: InFlightRequest,
): Promise<WireResult> {
  target.prepare(client, flight.peer);
  const end = target.inFlight.begin(flight);
  try {
    return await requestRaw(client, passing);
  } finally {
    end();
  }
}

/** A client of 2026 gets a question as the answer to its request and comes again; the server behind may know only to wait. */
async function passInTurns(target: RelayTarget, peer: Peer, passing: RelayParams): Promise<WireResult> {
  const { continuation } = passing;
  const identity = identityOf(passing);
  const continued = continuation && target.held.take(identity, continuation);
  const call = continued ?? target.held.begin(identity);
  if (!continued) start(target, call, peer, passing);
  try {
    return await call.turn(passing);
  } catch (error) {
    const required = requiredVisits(error);
    if (required && offersAddresses(peer)) return required;
    throw error;
  }
}

const URL_ELICITATION_REQUIRED = -32_042;

/** Servers of 2025 may refuse until a person was at some address. In 2026 that is a question, and the call comes again. */
function requiredVisits(error: unknown): WireResult | undefined {
  if (!isUpstreamError(error) || error.code !== URL_ELICITATION_REQUIRED) return undefined;
  const { elicitations } = (error.data ?? {}) as { elicitations?: readonly Readonly<WireResult>[] };
  if (!Array.isArray(elicitations) || elicitations.length === 0) return undefined;
  const visits = elicitations.map(({ url, message }, index) => [
    `visit-${index + 1}`,
    { method: 'elicitation/create', params: { mode: 'url', url, message } },
  ]);
  return { resultType: 'input_required', inputRequests: Object.fromEntries(visits) };
}

function offersAddresses({ capabilities }: Peer): boolean {
  const { url } = (capabilities.elicitation ?? {}) as { readonly url?: unknown };
  return url !== undefined;
}

function start(target: RelayTarget, call: SuspendedCall, peer: Peer, passing: RelayParams): void {
  const flight: InFlightRequest = {
    get peer() {
      return call.peer ?? peer;
    },
    ask: (...question) => call.ask(...question),
  };
  const told = passing.progress && { progress: call.report };
  call.start((signal) =>
    target.upstream.use((client) => work(target, client, { ...passing, ...told, signal }, flight), signal),
  );
}

function identityOf({ method, params }: RelayParams): unknown {
  const { _meta: _, ...rest } = params;
  return [method, rest];
}
