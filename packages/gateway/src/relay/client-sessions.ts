import { setTimeout as sleep } from 'node:timers/promises';
import type { Peer, WireResult } from '@molehill/core/upstream';

export interface ClientSession {
  readonly peer: Peer;
  /** From which severity on it wants to hear logs. */
  logLevel?: string;
}

/** Servers may ask as soon as they run, a moment before the client they run for has introduced itself. */
const INTRODUCTION_MS = 5_000;

/** The clients that are connected now. */
export class ClientSessions {
  readonly #sessions = new Map<string, ClientSession>();
  readonly #arrivals = new Set<() => void>();

  add(peer: Peer): () => void {
    this.#sessions.set(peer.session, { peer });
    for (const arrived of this.#arrivals) arrived();
    return () => this.#sessions.delete(peer.session);
  }

  get(session: string): ClientSession | undefined {
    return this.#sessions.get(session);
  }

  get all(): readonly ClientSession[] {
    return [...this.#sessions.values()];
  }

  /** Those that can be asked and told at any time. */
  get legacy(): readonly ClientSession[] {
    return this.all.filter(({ peer }) => peer.era === 'legacy');
  }

  /** Resolves when somebody is here, or when it has been long enough. */
  async waitForClient(signal: AbortSignal): Promise<void> {
    if (this.legacy.length > 0) return;
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    this.#arrivals.add(arrived);
    const waited = new AbortController();
    const limit = sleep(INTRODUCTION_MS, undefined, {
      ref: false,
      signal: AbortSignal.any([signal, waited.signal]),
    }).catch(() => {});
    await Promise.race([arrival, limit]);
    waited.abort();
    this.#arrivals.delete(arrived);
  }

  tell(method: string, params: WireResult | undefined): void {
    for (const { peer } of this.all) peer.notify(method, params);
  }
}
