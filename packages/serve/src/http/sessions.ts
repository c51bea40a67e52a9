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
  /** Requests and streams that are open now; a session with one is not idle however long it lasts. */
  open: number;
}

/** A session taken for one request; released when its answer is through. */
export interface Hold<T> {
  readonly session: T;
  release(): void;
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

  hold(id: string): Hold<T> | undefined {
    const held = this.#held.get(id);
    if (!held) return undefined;
    held.open += 1;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      held.open -= 1;
      held.lastUsed = Date.now();
    };
    return { session: held.session, release };
  }

  /** False when all places are taken by sessions in use. */
  makeRoom(): boolean {
    if (this.#held.size < this.#limits.most) return true;
    this.#sweep();
    return this.#held.size < this.#limits.most;
  }

  add(id: string, session: T): void {
    this.#held.set(id, { session, lastUsed: Date.now(), open: 0 });
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
      if (held.open > 0 || held.lastUsed > oldest) continue;
      this.#held.delete(id);
      held.session.close().catch(() => {});
    }
  }
}

/** Calls back once when a response has been read to its end, broke off or was given up. */
export function whenBodyEnds(response: Response, onEnd: () => void): Response {
  let isOpen = true;
  const ended = () => {
    if (isOpen) onEnd();
    isOpen = false;
  };
  if (!response.body) {
    ended();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader.read().catch((error: unknown) => {
        ended();
        throw error;
      });
      if (!chunk.done) return controller.enqueue(chunk.value);
      ended();
      controller.close();
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
