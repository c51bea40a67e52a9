import type { CallEvent, CallRecord } from '@molehill/core/calls';

const MOST_CALLS = 100;

export type RunningCall = Extract<CallEvent, { kind: 'started' }>;

/** A client as its calls show it. */
export interface Agent {
  readonly name: string;
  readonly frontend: CallRecord['frontend'];
  /** Newest first. */
  readonly calls: readonly CallRecord[];
}

/** The calls of this window since it opened: those that run, and the last that finished. */
export class CallHistory {
  readonly #running = new Map<string, RunningCall>();
  #finished: readonly CallRecord[] = [];

  /** Whether something changed that a view shows. */
  add(event: CallEvent): boolean {
    if (event.kind === 'started') this.#running.set(event.id, event);
    else if (event.kind === 'finished') this.#finish(event.call);
    else return false;
    return true;
  }

  get running(): readonly RunningCall[] {
    return [...this.#running.values()].reverse();
  }

  /** Newest first. */
  get finished(): readonly CallRecord[] {
    return this.#finished;
  }

  /** The one that called last comes first. */
  get agents(): readonly Agent[] {
    const agents = new Map<string, { name: string; frontend: Agent['frontend']; calls: CallRecord[] }>();
    for (const call of this.#finished) {
      const key = `${call.frontend} ${call.client ?? ''}`;
      const agent = agents.get(key) ?? {
        name: call.client ?? 'unnamed client',
        frontend: call.frontend,
        calls: [],
      };
      agents.set(key, agent);
      agent.calls.push(call);
    }
    return [...agents.values()];
  }

  clear(): void {
    this.#finished = [];
  }

  #finish(call: CallRecord): void {
    this.#running.delete(call.id);
    this.#finished = [call, ...this.#finished].slice(0, MOST_CALLS);
  }
}
