import type { DapSession, EditorHost } from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';

export interface SeenEvent {
  readonly session: DapSession;
  readonly event: DebugProtocol.Event;
}

/** All events of all sessions of a host, for tests that wait for them. */
export class SessionRecords {
  readonly sessions: DapSession[] = [];
  readonly events: SeenEvent[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(host: EditorHost) {
    host.debug.onDidStart((session) => {
      this.sessions.push(session);
      session.onEvent((event) => {
        this.events.push({ session, event });
        for (const check of [...this.#waiting]) check();
      });
    });
  }

  /** The nth event of that name, seen or to come. */
  next(name: string, nth = 1): Promise<SeenEvent> {
    return this.#until(() => this.events.filter(({ event }) => event.event === name)[nth - 1]);
  }

  /** Resolves when the program has printed the text. */
  async printed(text: string): Promise<void> {
    await this.#until(() => this.output().includes(text) || undefined);
  }

  /** What the program and the adapters printed. */
  output(): string {
    const isPrinted = ({ event }: SeenEvent) =>
      event.event === 'output' && event.body.category !== 'telemetry';
    return this.events.map((seen) => (isPrinted(seen) ? seen.event.body.output : '')).join('');
  }

  #until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const found = find();
        if (found === undefined) return;
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }
}
