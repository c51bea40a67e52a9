import { Budget, type BudgetLimits } from './budget.ts';
import type { CallFeed, CallRecord, FrontendKind } from './calls.ts';
import type { CatalogueEntry } from './catalogue.ts';
import { coreErrors, isMolehillError, type MolehillError } from './errors.ts';
import { fitToBytes } from './fit.ts';
import { createId } from './ids.ts';
import type { Log } from './log.ts';
import { type ProgressListener, startProgress } from './progress.ts';
import type { Redactor } from './redact.ts';
import { type Answer, failure, hiddenBytes, type Meta, refused, relayed, success } from './result.ts';
import { runWithTimeout } from './timeout.ts';
import type { Tool, ToolContext } from './tool.ts';
import {
  asksForInput,
  type ContinuationParams,
  isUpstreamError,
  isUpstreamTool,
  type Peer,
  type UpstreamCallContext,
  type UpstreamTool,
  type WireResult,
} from './upstream.ts';
import { validateInput } from './validate.ts';

export type Confirmation = 'agreed' | 'declined' | 'unavailable';

/** Thrown by a frontend's `confirm` to leave a handler until the answer is there. Not an error, and never answered as one. */
export class ConfirmationPending {
  readonly question: string;
  constructor(question: string) {
    this.question = question;
  }
}

export interface CallRequest {
  readonly entry: CatalogueEntry;
  readonly input: unknown;
  readonly frontend: FrontendKind;
  readonly client?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
  readonly confirm?: ((question: string) => Promise<Confirmation>) | undefined;
  /** For tools of other servers: who asks, what else the request says, and what came back with it. */
  readonly peer?: Peer | undefined;
  readonly params?: WireResult | undefined;
  readonly continuation?: ContinuationParams | undefined;
}

export interface DispatcherOptions {
  readonly log: Log;
  readonly redactor: Redactor;
  readonly feed: CallFeed;
  readonly timeoutMs: number;
  readonly budget: Partial<BudgetLimits>;
  readonly auditArguments: 'none' | 'keys' | 'full';
  readonly graceMs?: number;
  readonly heartbeatMs?: number;
}

/** Every frontend calls tools through this and nothing else. */
export interface Dispatcher {
  call(request: CallRequest): Promise<Answer>;
}

const GRACE_MS = 5_000;
const HEARTBEAT_MS = 5_000;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return {
    async call(request) {
      const call = new Call(request, options);
      call.announce();
      try {
        return call.finish(await call.run());
      } catch (error) {
        if (error instanceof ConfirmationPending) call.recordAwaitingInput();
        throw error;
      }
    },
  };
}

/** One call from its arrival to its record in the feed. */
class Call {
  readonly #id = createId();
  readonly #startedAt = new Date();
  readonly #start = performance.now();
  readonly #budget: Budget;
  readonly #request: CallRequest;
  readonly #options: DispatcherOptions;

  constructor(request: CallRequest, options: DispatcherOptions) {
    this.#request = request;
    this.#options = options;
    const { tool } = request.entry;
    this.#budget = new Budget({ ...options.budget, ...(isUpstreamTool(tool) ? {} : tool.budget) });
  }

  announce(): void {
    const { server, tool } = this.#request.entry;
    const at = this.#startedAt.toISOString();
    this.#options.feed.publish({
      kind: 'started',
      id: this.#id,
      at,
      server: server.id,
      tool: tool.name,
      frontend: this.#request.frontend,
    });
  }

  async run(): Promise<Answer> {
    const { tool } = this.#request.entry;
    try {
      return await (isUpstreamTool(tool) ? this.#relay(tool) : this.#handle(tool));
    } catch (error) {
      if (error instanceof ConfirmationPending) throw error;
      if (isUpstreamError(error)) return refused(error, this.#meta(), this.#options.redactor);
      return failure(this.#classify(error), this.#meta(), this.#options.redactor);
    }
  }

  async #handle(tool: Tool): Promise<Answer> {
    const { redactor } = this.#options;
    const progress = startProgress(this.#onProgress, this.#options.heartbeatMs ?? HEARTBEAT_MS);
    try {
      const input = validateInput(tool.input, this.#request.input ?? {}, redactor);
      const data = await this.#within(tool.timeoutOf?.(input) ?? tool.timeoutMs, (signal) =>
        tool.run(input, this.#context(signal, progress.report)),
      );
      return success(tool, data, this.#meta(), this.#budget, redactor);
    } finally {
      progress.stop();
    }
  }

  /** Neither judged nor changed: whoever defines the tool knows what it takes, and its client what it means. */
  async #relay(tool: UpstreamTool): Promise<Answer> {
    const { input, params } = this.#request;
    const given = { ...params, ...(input === undefined ? {} : { arguments: input }) };
    const raw = await this.#within(tool.timeoutMs, (signal) =>
      tool.call(given, this.#relayedContext(signal)),
    );
    return relayed(raw, this.#meta());
  }

  #within<T>(timeoutMs: number | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limits = {
      timeoutMs: timeoutMs ?? this.#options.timeoutMs,
      graceMs: this.#options.graceMs ?? GRACE_MS,
    };
    return runWithTimeout(limits, this.#request.signal, work);
  }

  finish(answer: Answer): Answer {
    const { envelope, raw } = answer;
    const sizes = { outputBytes: outputBytes(answer) };
    if (raw && asksForInput(raw)) this.#record({ outcome: 'asked', ...sizes });
    else if (!envelope.ok) this.#record({ outcome: 'error', code: envelope.error.code, ...sizes });
    else this.#record({ outcome: 'ok', ...sizes, ...(envelope.meta.truncation ? { truncated: true } : {}) });
    return answer;
  }

  recordAwaitingInput(): void {
    this.#record({ outcome: 'asked', outputBytes: 0 });
  }

  #context(signal: AbortSignal, progress: ToolContext['progress']): ToolContext {
    return {
      signal,
      requestId: this.#id,
      budget: this.#budget,
      log: this.#options.log,
      progress,
      confirm: (question) => this.#confirm(question),
    };
  }

  #relayedContext(signal: AbortSignal): UpstreamCallContext {
    const { peer, continuation, onProgress } = this.#request;
    return {
      signal,
      requestId: this.#id,
      log: this.#options.log,
      ...(onProgress ? { progress: this.#onProgress } : {}),
      ...(peer ? { peer } : {}),
      ...(continuation ? { continuation } : {}),
    };
  }

  async #confirm(asked: string): Promise<void> {
    const question = this.#options.redactor.known(asked);
    const answer = (await this.#request.confirm?.(question)) ?? 'unavailable';
    if (answer === 'agreed') return;
    if (answer === 'declined') throw coreErrors.fail('E_DECLINED', `A person declined: ${question}`);
    throw coreErrors.fail('E_CONFIRMATION_REQUIRED', `A person must agree first: ${question}`);
  }

  get #onProgress(): ProgressListener {
    const untouched = isUpstreamTool(this.#request.entry.tool);
    return (told) => {
      const { message, ...numbers } = told;
      const progress =
        message === undefined ? numbers : { ...numbers, message: this.#options.redactor.suspected(message) };
      this.#options.feed.publish({ kind: 'progress', id: this.#id, ...progress });
      this.#request.onProgress?.(untouched ? told : progress);
    };
  }

  #meta(): Meta {
    return { requestId: this.#id, timestamp: this.#startedAt.toISOString(), durationMs: this.#elapsed() };
  }

  #elapsed(): number {
    return Math.round((performance.now() - this.#start) * 10) / 10;
  }

  /** What nobody foresaw is told to the log in full and to the caller by the id of that entry alone. */
  #classify(error: unknown): MolehillError {
    if (isMolehillError(error)) return error;
    this.#options.log.error(
      { err: error, id: this.#id, tool: this.#request.entry.name },
      'a tool failed unexpectedly',
    );
    return coreErrors.fail('E_INTERNAL', `Something went wrong inside this tool (log id ${this.#id}).`, {
      cause: error,
    });
  }

  #record(outcome: Pick<CallRecord, 'outcome' | 'outputBytes'> & Partial<CallRecord>): void {
    const { entry, frontend, client, input } = this.#request;
    const kept = auditedArguments(input, this.#options);
    this.#options.feed.publish({
      kind: 'finished',
      call: {
        id: this.#id,
        at: this.#startedAt.toISOString(),
        server: entry.server.id,
        tool: entry.tool.name,
        frontend,
        ...(client === undefined ? {} : { client }),
        durationMs: this.#elapsed(),
        inputBytes: bytesOf(input),
        ...outcome,
        ...(kept === undefined ? {} : { arguments: kept }),
      },
    });
  }
}

const LONGEST_ARGUMENTS = 2_000;

function auditedArguments(input: unknown, options: DispatcherOptions): unknown {
  if (options.auditArguments === 'none' || typeof input !== 'object' || input === null) return undefined;
  if (options.auditArguments === 'keys')
    return Object.keys(input)
      .slice(0, 50)
      .map((key) => options.redactor.suspected(key.slice(0, 64)));
  const fitted = fitToBytes(input, LONGEST_ARGUMENTS, options.redactor.suspected);
  const shown = options.redactor.suspectedValue(fitted.value);
  return fitted.cut ? `${JSON.stringify(shown).slice(0, LONGEST_ARGUMENTS)}…` : shown;
}

/** The text, and what it names without showing it: images and the like, as they travel. */
function outputBytes({ text, raw }: Answer): number {
  return Buffer.byteLength(text) + (raw ? hiddenBytes(raw) : 0);
}

/** What nests too deep to be written down was refused, and its size is nobody's interest. */
function bytesOf(input: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(input) ?? '');
  } catch {
    return 0;
  }
}
