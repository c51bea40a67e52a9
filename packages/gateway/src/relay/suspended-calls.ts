import { randomUUID } from 'node:crypto';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import { type ContinuationParams, type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import { canonicalJson } from '../canonical-json.ts';
import { INTERNAL_ERROR, INVALID_PARAMS } from '../protocol-errors.ts';

interface Question {
  readonly request: { readonly method: string; readonly params?: WireResult };
  resolve(answer: WireResult): void;
  reject(error: Error): void;
}

export interface SuspendedCallLimits {
  readonly most: number;
  readonly idleMs: number;
}

const DEFAULT_LIMITS: SuspendedCallLimits = { most: 100, idleMs: 10 * 60_000 };
const STATE_PREFIX = 'molehill-suspended-call.';

/**
 * Calls of modern clients to legacy servers. A legacy server asks in the middle of a call and waits; a modern client
 * gets the question as a result and calls again with the answer. In between the call is suspended here. It is cancelled
 * when the client does not call again in time, or when too many calls are suspended.
 */
export class SuspendedCalls {
  readonly #calls = new Map<string, SuspendedCall>();
  readonly #limits: SuspendedCallLimits;

  constructor(limits: SuspendedCallLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  create(identity: unknown): SuspendedCall {
    return new SuspendedCall(identity, this);
  }

  /** The call that a request state of ours names. Returns nothing for a request state of the server itself. */
  resume(identity: unknown, { requestState }: ContinuationParams): SuspendedCall | undefined {
    if (!requestState?.startsWith(STATE_PREFIX)) return undefined;
    const call = this.#calls.get(requestState);
    if (!call?.isSameRequest(identity)) throw unknownState();
    this.#calls.delete(requestState);
    call.stopIdleTimer();
    return call;
  }

  /** Returns the request state with which the call is resumed. */
  suspend(call: SuspendedCall): string {
    const [oldest] = this.#calls.keys();
    if (this.#calls.size >= this.#limits.most && oldest !== undefined) this.#cancel(oldest);
    const state = `${STATE_PREFIX}${randomUUID()}`;
    this.#calls.set(state, call);
    call.startIdleTimer(this.#limits.idleMs, () => this.#cancel(state));
    return state;
  }

  close(): void {
    for (const state of this.#calls.keys()) this.#cancel(state);
  }

  #cancel(state: string): void {
    this.#calls.get(state)?.cancel();
    this.#calls.delete(state);
  }
}

function unknownState(): UpstreamError {
  return new UpstreamError(INVALID_PARAMS, 'Invalid or expired requestState', {
    reason: 'invalid_request_state',
  });
}

/** One request of the client that starts or continues a call. */
export interface Turn {
  readonly signal: AbortSignal;
  readonly peer?: Peer | undefined;
  readonly continuation?: ContinuationParams | undefined;
  readonly progress?: ProgressListener | undefined;
}

const MAX_PENDING_PROGRESS = 100;

export class SuspendedCall {
  /** The client of the latest turn. */
  peer: Peer | undefined;
  readonly #identity: unknown;
  readonly #calls: SuspendedCalls;
  readonly #controller = new AbortController();
  readonly #questions = new Map<string, Question>();
  /** The ids of questions that the client has received. */
  #sent: readonly string[] = [];
  #listener: ProgressListener | undefined;
  /** Progress reported between two turns, for the listener of the next. */
  #pendingProgress: readonly Progress[] = [];
  #outcome: Promise<WireResult> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #onQuestion = () => {};

  constructor(identity: unknown, calls: SuspendedCalls) {
    this.#identity = identity;
    this.#calls = calls;
  }

  isSameRequest(identity: unknown): boolean {
    return canonicalJson(identity) === canonicalJson(this.#identity);
  }

  start(work: (signal: AbortSignal) => Promise<WireResult>): void {
    this.#outcome = work(this.#controller.signal);
    this.#outcome.catch(() => {});
  }

  readonly report: ProgressListener = (progress) => {
    if (this.#listener) this.#listener(progress);
    else this.#pendingProgress = [...this.#pendingProgress, progress].slice(-MAX_PENDING_PROGRESS);
  };

  /** A question of the server. Resolves when the client calls again with the answer. */
  ask(method: string, params: WireResult | undefined, signal: AbortSignal): Promise<WireResult> {
    return new Promise((resolve, reject) => {
      const id = `question-${this.#questions.size + 1}-${randomUUID().slice(0, 8)}`;
      const request = params === undefined ? { method } : { method, params };
      this.#questions.set(id, { request, resolve, reject });
      const withdraw = () => this.#reject(id, 'the server withdrew it');
      signal.addEventListener('abort', withdraw, { once: true });
      this.#controller.signal.addEventListener('abort', withdraw, { once: true });
      this.#onQuestion();
    });
  }

  /** Runs until the server has a result or asks a question. */
  async turn({ signal, peer, continuation, progress }: Turn): Promise<WireResult> {
    this.peer = peer;
    this.#listen(progress);
    this.#answer(continuation?.inputResponses ?? {});
    const asked = new Promise<'asked'>((resolve) => {
      this.#onQuestion = () => resolve('asked');
      if (this.#questions.size > 0) resolve('asked');
    });
    const cancel = () => this.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const outcome = await Promise.race([this.#outcome ?? Promise.reject(unknownState()), asked]);
      return outcome === 'asked' ? this.#inputRequired() : outcome;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#onQuestion = () => {};
      this.#listener = undefined;
    }
  }

  startIdleTimer(ms: number, onIdle: () => void): void {
    this.#idleTimer = setTimeout(onIdle, ms).unref();
  }

  stopIdleTimer(): void {
    clearTimeout(this.#idleTimer);
  }

  /** Cancels the request at the server. */
  cancel(): void {
    this.stopIdleTimer();
    this.#controller.abort(new Error('the client cancelled the call or did not continue it'));
  }

  #listen(progress: ProgressListener | undefined): void {
    this.#listener = progress;
    for (const pending of this.#pendingProgress) progress?.(pending);
    this.#pendingProgress = [];
  }

  #inputRequired(): WireResult {
    const inputRequests = Object.fromEntries([...this.#questions].map(([id, { request }]) => [id, request]));
    this.#sent = [...this.#questions.keys()];
    return { resultType: 'input_required', inputRequests, requestState: this.#calls.suspend(this) };
  }

  #answer(responses: Readonly<Record<string, unknown>>): void {
    for (const id of this.#sent) {
      const response = responses[id];
      if (typeof response !== 'object' || response === null) this.#reject(id, 'the client did not answer');
      else this.#questions.get(id)?.resolve(response as WireResult);
      this.#questions.delete(id);
    }
    this.#sent = [];
  }

  #reject(id: string, reason: string): void {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    question?.reject(new UpstreamError(INTERNAL_ERROR, `The question was not answered: ${reason}.`));
  }
}
