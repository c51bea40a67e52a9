import type { Audit } from './audit.ts';
import { Budget, type BudgetLimits } from './budget.ts';
import { jsonBytes, Recorder, type RecordOptions } from './call-record.ts';
import type { Caller } from './caller.ts';
import { coreErrors, isMolehillError, type MolehillError } from './errors.ts';
import { fitToBytes } from './fit.ts';
import type { HandleStore, Handles } from './handles.ts';
import type { Log } from './log.ts';
import { runWithTimeout } from './timeout.ts';
import { asksForInput, isUpstreamError, type WireResult } from './upstream.ts';

export const GRACE_MS = 5_000;

/** A request of the protocol that is not a tool call: resources, prompts, completion, logging. */
export interface Operation {
  readonly method: string;
  readonly params: WireResult;
  /** The endpoint that serves it. */
  readonly server: string;
  readonly caller: Caller;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  run(context: OperationContext): Promise<WireResult>;
}

export interface OperationContext {
  readonly signal: AbortSignal;
  readonly handles: Handles;
  /** Redacts secrets of a built-in server and keeps the budget. */
  fit<T>(value: T): T;
}

export interface OperationOptions extends RecordOptions {
  /** Present where no call may be answered without a record. */
  readonly requiredAudit?: Pick<Audit, 'failure' | 'check'> | undefined;
  readonly log: Log;
  readonly handles: HandleStore;
  readonly timeoutMs: number;
  readonly budget: Partial<BudgetLimits>;
  readonly graceMs?: number;
}

export async function perform(operation: Operation, options: OperationOptions): Promise<WireResult> {
  const { method, params, server, caller, signal, timeoutMs = options.timeoutMs, run } = operation;
  const { redactor, graceMs = GRACE_MS } = options;
  const recorder = new Recorder({ server, tool: method, caller, input: params }, options);
  const { bytes } = new Budget(options.budget).textLimit;
  const fit = <T>(value: T): T => fitToBytes(value, bytes, redactor.known).value as T;
  let result: WireResult;
  try {
    const refusal = unauditedStart(options);
    if (refusal) throw refusal;
    result = await runWithTimeout({ timeoutMs, graceMs }, signal, (signal) =>
      run({ signal, handles: options.handles.forCaller(caller.id, signal), fit }),
    );
    recorder.record({ outcome: asksForInput(result) ? 'asked' : 'ok', outputBytes: jsonBytes(result) });
  } catch (error) {
    recorder.record({ outcome: 'error', code: codeOf(error), outputBytes: 0 });
    throw isUpstreamError(error) ? error : classify(error, recorder.id, method, options);
  }
  const unrecorded = unauditedEnd(options);
  if (unrecorded) throw unrecorded;
  return result;
}

/** A call that would have no record is not started. */
export function unauditedStart({ requiredAudit }: OperationOptions): MolehillError | undefined {
  const failure = requiredAudit?.check();
  if (!failure) return undefined;
  const message = `The call was not started, because it could not be recorded: ${failure.reason}.`;
  return coreErrors.fail('E_AUDIT', message);
}

/** A call whose record could not be written is not answered as if it had one. */
export function unauditedEnd({ requiredAudit }: OperationOptions): MolehillError | undefined {
  const failure = requiredAudit?.failure();
  if (!failure) return undefined;
  return coreErrors.fail('E_AUDIT', `The call was made, but it could not be recorded: ${failure.reason}.`);
}

function codeOf(error: unknown): string {
  if (isMolehillError(error)) return error.code;
  return isUpstreamError(error) ? 'E_UPSTREAM_REFUSAL' : 'E_INTERNAL';
}

/** An unexpected exception goes to the log in full; the caller gets the id of the log entry only. */
export function classify(error: unknown, id: string, tool: string, { log }: OperationOptions): MolehillError {
  if (isMolehillError(error)) return error;
  log.error({ err: error, id, tool }, 'a tool failed unexpectedly');
  return coreErrors.fail('E_INTERNAL', `This tool failed unexpectedly (log id ${id}).`, { cause: error });
}
