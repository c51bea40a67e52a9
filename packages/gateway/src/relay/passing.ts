import type { Client } from '@modelcontextprotocol/client';
import { isRelayedRefusal, type Peer, type WireResult } from '@molehill/core/relayed';
import { metaKeys } from '@molehill/core/serve/protocol';
import type { Upstream } from '../upstreams/upstream.ts';
import { type Flight, type Flights, unattendedFlight } from './flights.ts';
import type { HeldCall, HeldCalls } from './held-calls.ts';
import { isModern, type Passing, requestRaw } from './raw.ts';

export interface Passage {
  readonly upstream: Upstream;
  readonly flights: Flights;
  readonly held: HeldCalls;
  /** Called before a server of 2025 works for a client that may want to hear its logs. */
  prepare(client: Client, peer: Peer): void;
}

/** One request through to a server and its result back, whichever eras the two sides speak. */
export function pass(passage: Passage, passing: Passing): Promise<WireResult> {
  const { peer, signal } = passing;
  if (peer?.era === 'modern') return passInTurns(passage, peer, passing);
  return passage.upstream.use(async (client) => {
    const result = await work(passage, client, passing, peer ? { peer } : unattendedFlight());
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
async function work(passage: Passage, client: Client, passing: Passing, flight: Flight): Promise<WireResult> {
  passage.prepare(client, flight.peer);
  const end = passage.flights.begin(flight);
  try {
    return await requestRaw(client, passing);
  } finally {
    end();
  }
}

/** A client of 2026 gets a question as the answer to its request and comes again; the server behind may know only to wait. */
async function passInTurns(passage: Passage, peer: Peer, passing: Passing): Promise<WireResult> {
  const { carried } = passing;
  const identity = identityOf(passing);
  const continued = carried && passage.held.take(identity, carried);
  const call = continued ?? passage.held.begin(identity);
  if (!continued) start(passage, call, peer, passing);
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
  if (!isRelayedRefusal(error) || error.code !== URL_ELICITATION_REQUIRED) return undefined;
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

function start(passage: Passage, call: HeldCall, peer: Peer, passing: Passing): void {
  const flight: Flight = {
    get peer() {
      return call.peer ?? peer;
    },
    ask: (...question) => call.ask(...question),
  };
  const told = passing.progress && { progress: call.report };
  call.start((signal) =>
    passage.upstream.use((client) => work(passage, client, { ...passing, ...told, signal }, flight), signal),
  );
}

function identityOf({ method, params }: Passing): unknown {
  const { _meta: _, ...rest } = params;
  return [method, rest];
}
