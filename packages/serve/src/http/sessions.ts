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
  /** In-flight requests and open streams; a session with one is not idle. */
  open: number;
}

/** A lease on a session for one request, until its response ends. */
export interface Hold<T> {
  readonly session: T;
  release(): void;
}

/** Sessions of legacy clients, limited in number. Idle ones are closed. */
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

  /** False when the limit is reached by sessions in use. */
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

/** Calls back once when a response body ends, fails or is cancelled. */
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
