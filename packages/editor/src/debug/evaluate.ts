import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { editorErrors } from '../errors.ts';
import { noteEvaluation } from './changed-locals.ts';
import { evaluatedNode } from './evaluate-node.ts';
import type { StoppedFrame } from './frame-scopes.ts';
import { isJsDebug } from './js-debug.ts';
import { maskText } from './mask.ts';
import { remember, type VariableNode } from './variables.ts';

export type EvaluateContext = 'watch' | 'repl' | 'hover';

export interface EvaluateOptions {
  readonly context: EvaluateContext;
  /** When all expressions must have finished, by `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Whether js-debug was told how long an expression may take; it knows that for hovers only. */
  readonly hasHoverTimeout: boolean;
}

/** What adapters say when they stopped an expression that took too long. */
const STOPPED_BY_ADAPTER =
  /^(Unable to evaluate|KeyboardInterrupt\b.*|Exception occurred during evaluation\.)$/;

/** E_EVALUATE_FAILED with the adapter's message, E_TIMEOUT, E_SESSION_ENDED. */
export async function evaluate(
  at: StoppedFrame,
  expression: string,
  { context, deadline, signal, hasHoverTimeout }: EvaluateOptions,
): Promise<VariableNode> {
  const { session, frameId } = at;
  const began = performance.now();
  noteEvaluation(at, expression);
  const isTimed = hasHoverTimeout && context === 'watch' && isJsDebug(session);
  const args = { expression, frameId, context: isTimed ? 'hover' : context };
  const timeoutMs = Math.max(1, deadline - began);
  try {
    const body = await session.send('evaluate', args, { signal, timeoutMs });
    const node = evaluatedNode(expression, body as DebugProtocol.EvaluateResponse['body']);
    remember(session, node);
    return node;
  } catch (error) {
    throw explain(error, expression, performance.now() - began);
  }
}

function explain(error: unknown, expression: string, tookMs: number): unknown {
  if (!isMolehillError(error)) return error;
  if (error.code === 'E_TIMEOUT') return stillRunning(error, expression, tookMs);
  if (error.code !== 'E_ADAPTER') return error;
  if (STOPPED_BY_ADAPTER.test(error.message.trim()) && tookMs > STOPPED_AFTER_MS)
    return coreErrors.fail('E_TIMEOUT', `${quoted(expression)} ran for ${seconds(tookMs)} and was stopped.`, {
      hint: 'The program is stopped where it was. Simplify the expression.',
    });
  return editorErrors.fail('E_EVALUATE_FAILED', maskText(error.message));
}

/** An adapter that answers faster did not stop anything. */
const STOPPED_AFTER_MS = 400;

/** The adapter cannot interrupt it, so the program is not usable until it ends. */
function stillRunning(cause: MolehillError, expression: string, tookMs: number) {
  return coreErrors.fail(
    'E_TIMEOUT',
    `${quoted(expression)} has not finished after ${seconds(tookMs)} and may still be running in the program.`,
    {
      hint: 'Wait some seconds before the next call. If it times out too, end the program with {tool:debug_stop}.',
      cause,
    },
  );
}

function quoted(expression: string): string {
  return `"${maskText(expression.slice(0, 80))}"`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
