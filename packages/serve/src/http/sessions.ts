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

/** Room for a session that is being opened. */
export interface Reservation<T> {
  add(id: string, session: T): void;
  /** Gives the room back, unless a session was added. */
  cancel(): void;
}

/** Sessions of legacy clients, limited in number. At the limit the least recently used idle one is closed. */
export class SessionStore<T extends Session> {
  /** Least recently used first. */
  readonly #held = new Map<string, Held<T>>();
  #reserved = 0;
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
      // Moves it to the end, unless it was closed meanwhile.
      if (this.#held.delete(id)) this.#held.set(id, held);
    };
    return { session: held.session, release };
  }

  /** Room for one more session, or undefined when all are in use. */
  reserve(): Reservation<T> | undefined {
    while (this.#held.size + this.#reserved >= this.#limits.most) if (!this.#evict()) return undefined;
    this.#reserved += 1;
    let isPending = true;
    const cancel = () => {
      if (isPending) this.#reserved -= 1;
      isPending = false;
    };
    const add = (id: string, session: T) => {
      cancel();
      this.#held.set(id, { session, lastUsed: Date.now(), open: 0 });
    };
    return { add, cancel };
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
      if (held.open === 0 && held.lastUsed <= oldest) this.#end(id, held);
    }
  }

  /** False when no session is idle. */
  #evict(): boolean {
    for (const [id, held] of this.#held) {
      if (held.open > 0) continue;
      this.#end(id, held);
      return true;
    }
    return false;
  }

  #end(id: string, { session }: Held<T>): void {
    this.#held.delete(id);
    session.close().catch(() => {});
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
