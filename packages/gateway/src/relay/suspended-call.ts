import { randomUUID } from 'node:crypto';
import type { HandleKind, Handles } from '@molehill/core/handles';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import { type ContinuationParams, type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import { canonicalJson } from '../canonical-json.ts';
import { INTERNAL_ERROR, INVALID_PARAMS } from '../protocol.ts';
import type { UpstreamRequest } from './send-request.ts';

interface Question {
  readonly request: { readonly method: string; readonly params?: WireResult };
  resolve(answer: WireResult): void;
  reject(error: Error): void;
}

/**
 * A call of a modern client to a legacy server. The server asks in the middle of the call and waits; the client gets the
 * question as a result and calls again with the answer. In between the call is suspended in a handle of the client,
 * whose id is the request state. It is cancelled when it is idle for too long or when the client disconnects.
 */
export const suspendedCallKind: HandleKind<SuspendedCall> = {
  name: 'suspended-call',
  idleMs: 10 * 60_000,
  most: 100,
  dispose: (call) => call.cancel(),
};

/** The call that a request state names. Returns nothing for a request state of the server itself. */
export function resumeCall(
  handles: Handles,
  identity: unknown,
  { requestState }: ContinuationParams,
): SuspendedCall | undefined {
  if (!requestState?.startsWith(`${suspendedCallKind.name}_`)) return undefined;
  const suspended = handles.list(suspendedCallKind).find(({ id }) => id === requestState);
  if (!suspended?.value.isSameRequest(identity)) throw invalidState();
  // A request state is valid once.
  return handles.take(suspendedCallKind, requestState);
}

function invalidState(): UpstreamError {
  return new UpstreamError(INVALID_PARAMS, 'Invalid or expired requestState', {
    reason: 'invalid_request_state',
  });
}

/** One request of the client that starts or continues a call. */
export type Turn = Pick<UpstreamRequest, 'signal' | 'peer' | 'continuation' | 'progress'> & {
  readonly handles: Handles;
};

const MAX_PENDING_PROGRESS = 100;

export class SuspendedCall {
  /** The client of the latest turn. */
  peer: Peer | undefined;
  readonly #identity: unknown;
  readonly #controller = new AbortController();
  readonly #questions = new Map<string, Question>();
  /** The ids of questions that the client has received. */
  #sent: readonly string[] = [];
  #listener: ProgressListener | undefined;
  /** Progress reported between two turns, for the listener of the next. */
  #pendingProgress: readonly Progress[] = [];
  #outcome: Promise<WireResult> | undefined;
  #onQuestion = () => {};

  constructor(identity: unknown) {
    this.#identity = identity;
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
  async turn({ signal, handles, peer, continuation, progress }: Turn): Promise<WireResult> {
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
      const outcome = await Promise.race([this.#outcome ?? Promise.reject(invalidState()), asked]);
      return outcome === 'asked' ? this.#inputRequired(handles) : outcome;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#onQuestion = () => {};
      this.#listener = undefined;
    }
  }

  cancel(): void {
    this.#controller.abort(new Error('the client cancelled the call or did not continue it'));
  }

  #listen(progress: ProgressListener | undefined): void {
    this.#listener = progress;
    for (const pending of this.#pendingProgress) progress?.(pending);
    this.#pendingProgress = [];
  }

  #inputRequired(handles: Handles): WireResult {
    const inputRequests = Object.fromEntries([...this.#questions].map(([id, { request }]) => [id, request]));
    this.#sent = [...this.#questions.keys()];
    return {
      resultType: 'input_required',
      inputRequests,
      requestState: handles.open(suspendedCallKind, this),
    };
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
