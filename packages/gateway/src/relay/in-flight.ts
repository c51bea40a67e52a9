import { randomUUID } from 'node:crypto';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';

/** A request that a server is working on for a client. */
export interface InFlightRequest {
  readonly peer: Peer;
  /** Puts a question of the server to the client; absent where the client is asked directly. */
  ask?(method: string, params: WireResult | undefined, signal: AbortSignal): Promise<WireResult>;
}

const METHOD_NOT_FOUND = -32_601;

/** A call from a terminal, the page or the job folder. A server that asks is refused: nobody else is asked in its place. */
export function unattendedRequest(): InFlightRequest {
  const refuse = async () => {
    throw new UpstreamError(METHOD_NOT_FOUND, 'Method not found');
  };
  return {
    peer: { session: randomUUID(), era: 'legacy', capabilities: {}, request: refuse, notify: () => {} },
  };
}

/** Who is waiting for one server at this moment. Questions and messages of the server are about their requests. */
export class InFlightRequests {
  readonly #open = new Set<InFlightRequest>();

  begin(flight: InFlightRequest): () => void {
    this.#open.add(flight);
    return () => this.#open.delete(flight);
  }

  get peers(): readonly Peer[] {
    return [...this.#open].map(({ peer }) => peer);
  }

  /** The latest request of the only client that waits, nobody, or `several` where it cannot be told who is meant. */
  owner(): InFlightRequest | 'several' | undefined {
    const open = [...this.#open];
    if (new Set(open.map(({ peer }) => peer.session)).size > 1) return 'several';
    return open.at(-1);
  }
}
