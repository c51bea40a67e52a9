import { Finished, Running, runInBackground } from './background.ts';
import { Budget, type BudgetLimits } from './budget.ts';
import { Recorder } from './call-record.ts';
import type { Caller } from './caller.ts';
import { serverEvent } from './calls.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { ContentPart, ToolContext } from './context.ts';
import { type CallEffects, effectsFromHints } from './effects.ts';
import { coreErrors, type MolehillError } from './errors.ts';
import {
  classify,
  GRACE_MS,
  type Operation,
  type OperationOptions,
  perform,
  unauditedEnd,
  unauditedStart,
} from './operation.ts';
import { phraseFor } from './phrase.ts';
import { applyPolicy, assertDeclared } from './policy.ts';
import { type ProgressListener, startProgress } from './progress.ts';
import { type Ask, InputPending, requireAnswer, requireConfirmation } from './question.ts';
import { type Answer, failure, refused, relayed, running, success } from './result.ts';
import { runWithTimeout } from './timeout.ts';
import type { Tool } from './tool.ts';
import {
  type ContinuationParams,
  isUpstreamError,
  isUpstreamTool,
  type Peer,
  type UpstreamCallContext,
  type UpstreamTool,
  type WireResult,
} from './upstream.ts';
import { validateInput, withoutAliases } from './validate.ts';

export interface CallRequest {
  readonly entry: CatalogueEntry;
  readonly input: unknown;
  readonly caller: Caller;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
  readonly ask?: Ask | undefined;
  /** For upstream tools: the client, the other parameters of the request, and what continues an earlier call. */
  readonly peer?: Peer | undefined;
  readonly params?: WireResult | undefined;
  readonly continuation?: ContinuationParams | undefined;
}

export interface DispatcherOptions extends OperationOptions {
  readonly heartbeatMs?: number;
}

/** Every request of every frontend passes here. */
export interface Dispatcher {
  call(request: CallRequest): Promise<Answer>;
  perform(operation: Operation): Promise<WireResult>;
}

const HEARTBEAT_MS = 5_000;
/** Before its timeout, a call that waits for background work answers `running`. */
const ANSWER_MS = 1_000;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return {
    async call(request) {
      const { entry, caller, input } = request;
      const recorder = new Recorder(
        { server: entry.server.id, tool: entry.tool.name, caller, input },
        options,
      );
      const call = new Call(request, options, recorder);
      const refusal = unauditedStart(options);
      try {
        const answer = refusal ? call.failed(refusal) : await call.run();
        recorder.finish(answer);
        const unrecorded = refusal ? undefined : unauditedEnd(options);
        return unrecorded ? call.failed(unrecorded) : answer;
      } catch (error) {
        if (error instanceof InputPending) recorder.recordAwaitingInput();
        throw error;
      }
    },
    perform: (operation) => perform(operation, options),
  };
}

interface RunContext {
  readonly tool: Tool;
  readonly signal: AbortSignal;
  readonly progress: ToolContext['progress'];
  readonly timeoutMs: number;
}

/** One call of a tool: validation, policy, timeout, handler, answer. */
class Call {
  #budgetOfCall: Budget | undefined;
  /** Known once the input is valid. */
  #limits: Partial<BudgetLimits> | undefined;
  readonly #parts: ContentPart[] = [];
  readonly #request: CallRequest;
  readonly #options: DispatcherOptions;
  readonly #recorder: Recorder;

  constructor(request: CallRequest, options: DispatcherOptions, recorder: Recorder) {
    this.#request = request;
    this.#options = options;
    this.#recorder = recorder;
  }

  readonly #phrase = (text: string): string =>
    text.includes('{') ? phraseFor(this.#request.entry, this.#request.caller)(text) : text;

  /** Upstream tools keep no budget here. */
  get #budget(): Budget {
    const { tool } = this.#request.entry;
    this.#budgetOfCall ??= new Budget({
      ...this.#options.budget,
      ...(isUpstreamTool(tool) ? {} : tool.budget),
      ...this.#limits,
    });
    return this.#budgetOfCall;
  }

  async run(): Promise<Answer> {
    const { tool } = this.#request.entry;
    try {
      return await (isUpstreamTool(tool) ? this.#relay(tool) : this.#handle(tool));
    } catch (error) {
      if (error instanceof InputPending) throw error;
      const { meta } = this.#recorder;
      const { redactor } = this.#options;
      if (error instanceof Running) return running(error, meta, redactor, this.#phrase);
      if (isUpstreamError(error)) return refused(error, meta, redactor);
      return this.failed(this.#classify(error));
    }
  }

  failed(error: MolehillError): Answer {
    return failure(error, this.#recorder.meta, this.#options.redactor, this.#budget, this.#phrase);
  }

  async #handle(tool: Tool): Promise<Answer> {
    const { redactor } = this.#options;
    const progress = startProgress(this.#onProgress, this.#options.heartbeatMs ?? HEARTBEAT_MS);
    try {
      const given = withoutAliases(this.#request.input ?? {}, tool.parameterAliases);
      const input = validateInput(tool.input, given, redactor);
      this.#limits = tool.budgetOf?.(input);
      const timeoutMs = tool.timeoutOf?.(input) ?? tool.timeoutMs ?? this.#options.timeoutMs;
      const data = await this.#withTimeout(timeoutMs, async (signal) => {
        await this.#applyPolicy(tool, input, signal);
        return tool.run(input, this.#context({ tool, signal, progress: progress.report, timeoutMs }));
      });
      const own = { tool, budget: this.#budget, parts: this.#parts };
      const answer = data instanceof Finished ? { ...data.origin, data: data.data } : { ...own, data };
      return success({ ...answer, meta: this.#recorder.meta, redactor, phrase: this.#phrase });
    } finally {
      progress.stop();
    }
  }

  /** Decides whether the call may have its effects, and asks the person where it must. */
  async #applyPolicy(tool: Tool, input: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    const { worst, of } = tool.effects;
    const { caller } = this.#request;
    const handles = this.#options.handles.forCaller(caller.id, signal);
    const effects: CallEffects = of ? await of(input, { signal, caller, handles }) : { effect: worst };
    assertDeclared(tool.name, worst, effects);
    this.#recorder.effect = effects.effect;
    const question = applyPolicy(effects, caller);
    if (question) await this.#confirm(signal, question.message, question.hint);
  }

  /** Input and result of an upstream tool pass unchanged: its server validates, and its client interprets. */
  async #relay(tool: UpstreamTool): Promise<Answer> {
    const { input, params } = this.#request;
    this.#recorder.effect = effectsFromHints(tool.definition.annotations ?? {}).worst;
    const given = { ...params, ...(input === undefined ? {} : { arguments: input }) };
    const raw = await this.#withTimeout(tool.timeoutMs, (signal) =>
      tool.call(given, this.#upstreamContext(signal)),
    );
    return relayed(raw, this.#recorder.meta);
  }

  #withTimeout<T>(timeoutMs: number | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { graceMs = GRACE_MS, timeoutMs: usual } = this.#options;
    return runWithTimeout({ timeoutMs: timeoutMs ?? usual, graceMs }, this.#request.signal, work);
  }

  #context({ tool, signal, progress, timeoutMs }: RunContext): ToolContext {
    const { caller, entry } = this.#request;
    const { log, redactor, feed } = this.#options;
    const handles = this.#options.handles.forCaller(caller.id, signal);
    const origin = { tool, budget: this.#budget, parts: this.#parts };
    const longestWait = Math.max(0, timeoutMs - ANSWER_MS);
    return {
      signal,
      requestId: this.#recorder.id,
      caller,
      handles,
      budget: this.#budget,
      log,
      progress,
      confirm: (question) => this.#confirm(signal, question),
      ask: (question, schema) =>
        requireAnswer(this.#asking(signal), redactor.known(this.#phrase(question)), schema),
      emit: (event) => feed.publish(serverEvent(entry.server.id, event, redactor)),
      attach: (part) => void this.#parts.push(part),
      phrase: this.#phrase,
      background: (title, work, { waitMs }) =>
        caller.isTransient
          ? work({ signal, progress })
          : runInBackground(handles, { signal, progress }, origin, title, work, {
              waitMs: Math.min(waitMs, longestWait),
            }),
    };
  }

  #upstreamContext(signal: AbortSignal): UpstreamCallContext {
    const { peer, continuation, onProgress, caller } = this.#request;
    const { handles, log } = this.#options;
    return {
      signal,
      requestId: this.#recorder.id,
      caller,
      get handles() {
        return handles.forCaller(caller.id, signal);
      },
      log,
      ...(onProgress ? { progress: this.#onProgress } : {}),
      ...(peer ? { peer } : {}),
      ...(continuation ? { continuation } : {}),
    };
  }

  async #confirm(signal: AbortSignal, question: string, hint?: string): Promise<void> {
    const message = this.#options.redactor.known(this.#phrase(question));
    await requireConfirmation(this.#asking(signal), message, hint);
  }

  /** A reply that comes after the call has ended must not let it go on. */
  #asking(signal: AbortSignal): Ask | undefined {
    const { ask } = this.#request;
    if (!ask) return undefined;
    return async (question) => {
      const reply = await ask(question, signal);
      signal.throwIfAborted();
      return reply;
    };
  }

  get #onProgress(): ProgressListener {
    const isUpstream = isUpstreamTool(this.#request.entry.tool);
    return (reported) => {
      const { message, ...numbers } = reported;
      const progress =
        message === undefined ? numbers : { ...numbers, message: this.#options.redactor.suspected(message) };
      this.#recorder.progress(progress);
      this.#request.onProgress?.(isUpstream ? reported : progress);
    };
  }

  #classify(error: unknown): MolehillError {
    const { id } = this.#recorder;
    return this.#withTimeoutHint(classify(error, id, this.#request.entry.name, this.#options));
  }

  #withTimeoutHint(error: MolehillError): MolehillError {
    const { tool } = this.#request.entry;
    const isDefault = error.code === 'E_TIMEOUT' && error.hint === coreErrors.table.E_TIMEOUT.hint;
    if (!isDefault || isUpstreamTool(tool) || !('timeoutMs' in tool.input.shape)) return error;
    return coreErrors.fail('E_TIMEOUT', error.message, {
      hint: 'Ask for less, or allow more time with {param:timeoutMs}.',
      cause: error,
    });
  }
}
