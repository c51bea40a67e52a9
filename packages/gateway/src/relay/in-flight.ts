import { randomUUID } from 'node:crypto';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import { METHOD_NOT_FOUND } from '../protocol.ts';

/** A request that an upstream server is working on. */
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

/** The in-flight requests of one server, to find the client that a question or log message belongs to. */
export class InFlightRequests {
  readonly #requests = new Set<InFlightRequest>();

  begin(request: InFlightRequest): () => void {
    this.#requests.add(request);
    return () => this.#requests.delete(request);
  }

  get peers(): readonly Peer[] {
    return [...this.#requests].map(({ peer }) => peer);
  }

  /** The latest request, or `several` if requests of more than one client are in flight. */
  owner(): InFlightRequest | 'several' | undefined {
    const requests = [...this.#requests];
    if (new Set(requests.map(({ peer }) => peer.session)).size > 1) return 'several';
    return requests.at(-1);
  }
}
