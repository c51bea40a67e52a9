export interface Session {
  close(): Promise<void>;
}

export interface SessionLimits {
  readonly most: number;
  readonly idleMs: number;
}

interface Held<T> {
  readonly session: T;
  lastUsed: number;
}

/** Sessions of 2025-era clients. Bounded: clients that never say goodbye are forgotten when idle or when room is needed. */
export class SessionStore<T extends Session> {
  readonly #held = new Map<string, Held<T>>();
  readonly #limits: SessionLimits;
  readonly #sweeper: NodeJS.Timeout;

  constructor(limits: SessionLimits) {
    this.#limits = limits;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(limits.idleMs, 60_000)).unref();
  }

  get size(): number {
    return this.#held.size;
  }

  get(id: string): T | undefined {
    const held = this.#held.get(id);
    if (held) held.lastUsed = Date.now();
    return held?.session;
  }

  /** False when all places are taken by sessions in use. */
  makeRoom(): boolean {
    if (this.#held.size < this.#limits.most) return true;
    this.#sweep();
    return this.#held.size < this.#limits.most;
  }

  add(id: string, session: T): void {
    this.#held.set(id, { session, lastUsed: Date.now() });
  }

  delete(id: string): void {
    this.#held.delete(id);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const sessions = [...this.#held.values()];
    this.#held.clear();
    await Promise.allSettled(sessions.map(({ session }) => session.close()));
  }

  #sweep(): void {
    const oldest = Date.now() - this.#limits.idleMs;
    for (const [id, held] of this.#held) {
      if (held.lastUsed > oldest) continue;
      this.#held.delete(id);
      held.session.close().catch(() => {});
    }
  }
}
