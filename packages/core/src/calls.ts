import type { FrontendKind } from './caller.ts';
import type { ServerEvent } from './context.ts';
import type { Effect } from './effects.ts';
import type { Progress } from './progress.ts';
import type { Redactor } from './redact.ts';

/** `asked`: answered with a question; the client calls again with the answer. */
export type Outcome = 'ok' | 'error' | 'asked';

/** One finished call, as the audit keeps it. */
export interface CallRecord {
  readonly id: string;
  readonly at: string;
  readonly server: string;
  readonly tool: string;
  readonly frontend: FrontendKind;
  readonly client?: string;
  /** What this call would do, as the policy judged it. Absent where it failed before that. */
  readonly effect?: Effect;
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
  | { readonly kind: 'finished'; readonly call: CallRecord }
  | ServerEventRecord;

/** An event of a server, as clients, the page and the editor receive it. */
export interface ServerEventRecord extends ServerEvent {
  readonly kind: 'event';
  readonly server: string;
  readonly at: string;
}

export function serverEvent(
  server: string,
  { data, ...event }: ServerEvent,
  redactor: Redactor,
): ServerEventRecord {
  const at = new Date().toISOString();
  return {
    kind: 'event',
    server,
    at,
    ...event,
    ...(data === undefined ? {} : { data: redactor.suspectedValue(data) }),
  };
}

export type CallListener = (event: CallEvent) => void;

/** Calls and events as they happen. A listener that throws is removed and harms neither the call nor other listeners. */
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
