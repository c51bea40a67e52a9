import { EventEmitter, once } from 'node:events';
import type { Peer, WireResult } from '@molehill/core/upstream';

export interface ClientSession {
  readonly peer: Peer;
  /** The minimum severity of logs that the client wants. */
  logLevel?: string;
}

/** A server may ask as soon as it runs, just before the client it was started for has connected. */
const CLIENT_WAIT_MS = 5_000;

export class ClientSessions {
  readonly #sessions = new Map<string, ClientSession>();
  readonly #events = new EventEmitter();

  add(peer: Peer): () => void {
    this.#sessions.set(peer.session, { peer });
    this.#events.emit('added');
    return () => this.#sessions.delete(peer.session);
  }

  get(session: string): ClientSession | undefined {
    return this.#sessions.get(session);
  }

  get all(): readonly ClientSession[] {
    return [...this.#sessions.values()];
  }

  /** Legacy clients can receive requests and notifications at any time. */
  get legacy(): readonly ClientSession[] {
    return this.all.filter(({ peer }) => peer.era === 'legacy');
  }

  /** Resolves when a client connects, or after a bounded wait. */
  async waitForClient(signal: AbortSignal): Promise<void> {
    if (this.legacy.length > 0) return;
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(CLIENT_WAIT_MS)]);
    await once(this.#events, 'added', { signal: timeout }).catch(() => {});
  }

  notify(method: string, params?: WireResult): void {
    for (const { peer } of this.all) peer.notify(method, params);
  }
}
