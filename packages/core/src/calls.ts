import type { Progress } from './progress.ts';

export type FrontendKind = 'stdio' | 'http' | 'sse' | 'jobs' | 'cli' | 'page' | 'memory';

/** `asked` is a call that went back to the client with a question and comes again with the answer. */
export type Outcome = 'ok' | 'error' | 'asked';

/** One finished call, as the audit keeps it. */
export interface CallRecord {
  readonly id: string;
  readonly at: string;
  readonly server: string;
  readonly tool: string;
  readonly frontend: FrontendKind;
  readonly client?: string;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly code?: string;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly truncated?: boolean;
  readonly arguments?: unknown;
}

export type CallEvent =
  | {
      readonly kind: 'started';
      readonly id: string;
      readonly at: string;
      readonly server: string;
      readonly tool: string;
      readonly frontend: FrontendKind;
    }
  | ({ readonly kind: 'progress'; readonly id: string } & Progress)
  | { readonly kind: 'finished'; readonly call: CallRecord };

export type CallListener = (event: CallEvent) => void;

/** What happens in the dispatcher, for whoever wants to watch. A listener that throws harms neither call nor others. */
export interface CallFeed {
  publish(event: CallEvent): void;
  subscribe(listener: CallListener): () => void;
}

export function createCallFeed(): CallFeed {
  const listeners = new Set<CallListener>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch {
          listeners.delete(listener);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
