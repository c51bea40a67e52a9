import { randomUUID } from 'node:crypto';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import { type ContinuationParams, type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import { canonicalJson } from '../canonical.ts';

interface Question {
  readonly id: string;
  readonly request: { readonly method: string; readonly params?: WireResult };
  settle(answer: WireResult): void;
  refuse(error: Error): void;
}

export interface HeldLimits {
  readonly most: number;
  readonly keptMs: number;
}

const USUAL_LIMITS: HeldLimits = { most: 100, keptMs: 10 * 60_000 };
const PREFIX = 'molehill-held.';
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

/**
 * Calls of clients of 2026 to servers of 2025. Such a server asks in the middle of its work and waits; such a client is
 * asked with the answer to its call and calls again. In between the work is held open here, for a bounded time and
 * in a bounded number; what is not called for again is cancelled.
 */
export class SuspendedCalls {
  readonly #held = new Map<string, SuspendedCall>();
  readonly #limits: HeldLimits;

  constructor(limits: HeldLimits = USUAL_LIMITS) {
    this.#limits = limits;
  }

  begin(identity: unknown): SuspendedCall {
    return new SuspendedCall(identity, this);
  }

  /** The call that this one continues, if it says that it continues one. */
  take(identity: unknown, { requestState }: ContinuationParams): SuspendedCall | undefined {
    if (!requestState?.startsWith(PREFIX)) return undefined;
    const call = this.#held.get(requestState);
    if (!call?.isAbout(identity)) throw lostCall();
    this.#held.delete(requestState);
    call.resumed();
    return call;
  }

  keep(call: SuspendedCall): string {
    const [oldest] = this.#held.keys();
    if (this.#held.size >= this.#limits.most && oldest !== undefined) this.#drop(oldest);
    const state = `${PREFIX}${randomUUID()}`;
    this.#held.set(state, call);
    call.expireAfter(this.#limits.keptMs, () => this.#drop(state));
    return state;
  }

  close(): void {
    for (const state of this.#held.keys()) this.#drop(state);
  }

  #drop(state: string): void {
    this.#held.get(state)?.abandon();
    this.#held.delete(state);
  }
}

function lostCall(): UpstreamError {
  return new UpstreamError(INVALID_PARAMS, 'Invalid or expired requestState', {
    reason: 'invalid_request_state',
  });
}

/** What a client brings along each time it comes. */
export interface Turn {
  readonly signal: AbortSignal;
  readonly peer?: Peer | undefined;
  readonly continuation?: ContinuationParams | undefined;
  readonly progress?: ProgressListener | undefined;
}

const MOST_UNTOLD = 100;

export class SuspendedCall {
  /** Who came last. */
  peer: Peer | undefined;
  readonly #identity: unknown;
  readonly #calls: SuspendedCalls;
  readonly #controller = new AbortController();
  readonly #questions = new Map<string, Question>();
  /** Those that the client has been given; others came in the meantime. */
  #put: readonly string[] = [];
  /** Who hears of progress in this turn; between turns it waits for the next. */
  #listener: ProgressListener | undefined;
  #untold: readonly Progress[] = [];
  #outcome: Promise<WireResult> | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #onQuestion = () => {};

  constructor(identity: unknown, calls: SuspendedCalls) {
    this.#identity = identity;
    this.#calls = calls;
  }

  isAbout(identity: unknown): boolean {
    return canonicalJson(identity) === canonicalJson(this.#identity);
  }

  start(work: (signal: AbortSignal) => Promise<WireResult>): void {
    this.#outcome = work(this.#controller.signal);
    this.#outcome.catch(() => {});
  }

  readonly report: ProgressListener = (progress) => {
    if (this.#listener) this.#listener(progress);
    else this.#untold = [...this.#untold, progress].slice(-MOST_UNTOLD);
  };

  /** Put by the server; answered when the client calls again. */
  ask(method: string, params: WireResult | undefined, signal: AbortSignal): Promise<WireResult> {
    return new Promise((settle, refuse) => {
      const id = `question-${this.#questions.size + 1}-${randomUUID().slice(0, 8)}`;
      const request = params === undefined ? { method } : { method, params };
      this.#questions.set(id, { id, request, settle, refuse });
      const withdraw = () => this.#refuse(id, 'the server gave its question up');
      signal.addEventListener('abort', withdraw, { once: true });
      this.#controller.signal.addEventListener('abort', withdraw, { once: true });
      this.#onQuestion();
    });
  }

  /** One turn: until the server is done, or asks. */
  async turn({ signal, peer, continuation, progress }: Turn): Promise<WireResult> {
    this.peer = peer;
    this.#listen(progress);
    this.#answer(continuation?.inputResponses ?? {});
    const asked = new Promise<'asked'>((resolve) => {
      this.#onQuestion = () => resolve('asked');
      if (this.#questions.size > 0) resolve('asked');
    });
    const cancel = () => this.abandon();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const outcome = await Promise.race([this.#outcome ?? Promise.reject(lostCall()), asked]);
      return outcome === 'asked' ? this.#inputRequired() : outcome;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#onQuestion = () => {};
      this.#listener = undefined;
    }
  }

  #listen(progress: ProgressListener | undefined): void {
    this.#listener = progress;
    for (const untold of this.#untold) progress?.(untold);
    this.#untold = [];
  }

  expireAfter(ms: number, expired: () => void): void {
    this.#expiry = setTimeout(expired, ms).unref();
  }

  resumed(): void {
    clearTimeout(this.#expiry);
  }

  /** Tells the server that nobody waits any more. */
  abandon(): void {
    clearTimeout(this.#expiry);
    this.#controller.abort(new Error('the client did not come back'));
  }

  #inputRequired(): WireResult {
    const inputRequests = Object.fromEntries([...this.#questions].map(([id, { request }]) => [id, request]));
    this.#put = [...this.#questions.keys()];
    return { resultType: 'input_required', inputRequests, requestState: this.#calls.keep(this) };
  }

  #answer(responses: Readonly<Record<string, unknown>>): void {
    for (const id of this.#put) {
      const question = this.#questions.get(id);
      const response = responses[id];
      if (typeof response !== 'object' || response === null) this.#refuse(id, 'the client did not answer');
      else question?.settle(response as WireResult);
      this.#questions.delete(id);
    }
    this.#put = [];
  }

  #refuse(id: string, reason: string): void {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    question?.refuse(new UpstreamError(INTERNAL_ERROR, `The question was not answered: ${reason}.`));
  }
}
