import type { CallsResponse, LiveEvent } from '@molehill/api';

export type FinishedCall = CallsResponse['calls'][number];
export type ServerEvent = Extract<LiveEvent, { kind: 'event' }>;
export type CallEvent = Exclude<LiveEvent, { kind: 'changed' }>;
type Started = Extract<LiveEvent, { kind: 'started' }>;
type Progress = Extract<LiveEvent, { kind: 'progress' }>;

export interface RunningCall extends Pick<Started, 'id' | 'server' | 'tool' | 'frontend'> {
  /** By the clock of this page, with which it is compared. */
  readonly since: number;
  readonly progress?: Omit<Progress, 'kind' | 'id'>;
  /** When the connection was restored; no event of the call has arrived since. */
  readonly silentSince?: number;
}

export interface LiveCalls {
  readonly running: readonly RunningCall[];
  readonly finished: readonly FinishedCall[];
  /** Newest first. */
  readonly events: readonly ServerEvent[];
}

export type LiveAction =
  | { readonly type: 'event'; readonly event: CallEvent; readonly now: number }
  | { readonly type: 'history'; readonly calls: readonly FinishedCall[] }
  | { readonly type: 'reconnected'; readonly now: number }
  | { readonly type: 'sweep'; readonly now: number };

export const noCalls: LiveCalls = { running: [], finished: [], events: [] };

const MAX_KEPT = 200;

/** Longer than two heartbeats of a running call: a call that is silent for longer ended while disconnected. */
const SILENCE_MS = 12_000;

export function reduceCalls(state: LiveCalls, action: LiveAction): LiveCalls {
  switch (action.type) {
    case 'event':
      return applyEvent(state, action.event, action.now);
    case 'history':
      return addFinished(state, action.calls);
    case 'reconnected':
      return { ...state, running: state.running.map((call) => ({ ...call, silentSince: action.now })) };
    case 'sweep':
      return sweep(state, action.now);
  }
}

function applyEvent(state: LiveCalls, event: CallEvent, now: number): LiveCalls {
  switch (event.kind) {
    case 'started':
      return addRunning(state, event, now);
    case 'progress':
      return {
        ...state,
        running: state.running.map((call) => (call.id === event.id ? withProgress(call, event) : call)),
      };
    case 'finished':
      return addFinished(state, [event.call]);
    case 'event':
      return { ...state, events: [event, ...state.events].slice(0, MAX_KEPT) };
  }
}

function addRunning(state: LiveCalls, event: Started, now: number): LiveCalls {
  const known = [...state.running, ...state.finished].some(({ id }) => id === event.id);
  if (known) return state;
  const { id, server, tool, frontend } = event;
  return { ...state, running: [{ id, server, tool, frontend, since: now }, ...state.running] };
}

function withProgress({ silentSince: _, ...call }: RunningCall, event: Progress): RunningCall {
  const { kind, id, ...progress } = event;
  return { ...call, progress };
}

function addFinished(state: LiveCalls, calls: readonly FinishedCall[]): LiveCalls {
  const known = new Set(state.finished.map(({ id }) => id));
  const added = calls.filter(({ id }) => !known.has(id));
  if (added.length === 0) return state;
  const ended = new Set(added.map(({ id }) => id));
  return {
    ...state,
    running: state.running.filter(({ id }) => !ended.has(id)),
    finished: [...added, ...state.finished].sort((a, b) => endOf(b) - endOf(a)).slice(0, MAX_KEPT),
  };
}

export function endOf(call: FinishedCall): number {
  return Date.parse(call.at) + call.durationMs;
}

function sweep(state: LiveCalls, now: number): LiveCalls {
  const running = state.running.filter((call) => now - (call.silentSince ?? now) < SILENCE_MS);
  return running.length === state.running.length ? state : { ...state, running };
}

/** From 0 to 1; undefined where the total is unknown. */
export function fractionOf(progress: RunningCall['progress']): number | undefined {
  if (progress?.total === undefined || progress.total <= 0) return undefined;
  return Math.min(1, Math.max(0, progress.done / progress.total));
}
