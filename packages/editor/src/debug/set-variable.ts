import { isMolehillError } from '@molehill/core/errors';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { editorErrors } from '../errors.ts';
import { noteAssignment } from './changed-locals.ts';
import { evaluateNode } from './evaluate-node.ts';
import { READ_MS, type StoppedFrame } from './frame-scopes.ts';
import { isJsDebug } from './js-debug.ts';
import { maskText } from './mask.ts';
import { type Container, childrenOf, type VariableNode } from './variables.ts';

export type SetRequest = 'setVariable' | 'setExpression' | 'evaluate';

export interface SetTarget {
  readonly node: VariableNode;
  /** Absent for a variable that was found by evaluating its path. */
  readonly container?: Container;
}

export interface SetResult {
  readonly node: VariableNode;
  readonly by: SetRequest;
}

const IMMUTABLE =
  /constant|read.?only|not writable|frozen|not extensible|does not support item assignment|can'?t set|cannot set|cannot assign to|no setter|not assignable|immutable|FrozenInstance|unaddressable|can not set/i;
/** The adapter cannot change this kind of variable by this request; another may. */
const OTHER_WAY =
  /unable to find thread|not supported|unsupported|not implemented|unable to (set|change)|error executing|can only set/i;
const EVERYTHING = { start: 0, count: 10_000, kind: 'all' as const };

/**
 * Changes a variable by the first request that can, and reads it again: adapters report success for constants and for
 * values that they could not evaluate. E_IMMUTABLE, E_EVALUATE_FAILED, E_UNSUPPORTED_CAPABILITY.
 */
export async function setVariable(
  at: StoppedFrame,
  target: SetTarget,
  value: string,
  signal: AbortSignal,
): Promise<SetResult> {
  if (target.node.isReadOnly) throw immutable(target.node, 'the adapter marks it read-only');
  await assertNoConstant(at, target.node, signal);
  const ways = waysFor(at, target);
  if (ways.length === 0)
    throw editorErrors.fail('E_UNSUPPORTED_CAPABILITY', `The ${at.session.type} adapter sets no variables.`);
  for (const [index, by] of ways.entries()) {
    try {
      await send(at, target, value, by, signal);
    } catch (error) {
      const isLast = index === ways.length - 1;
      if (!isLast && isMolehillError(error) && OTHER_WAY.test(error.message)) continue;
      throw refusal(error, target.node);
    }
    noteAssignment(at);
    const node = await readAgain(at, target, signal);
    await assertChanged(at, target.node, node, value, signal);
    return { node, by };
  }
  throw immutable(target.node, 'no request of the adapter changed it');
}

/** V8 changes constants, but optimised code has the old value built in. Assigning a variable to itself changes nothing. */
async function assertNoConstant(at: StoppedFrame, node: VariableNode, signal: AbortSignal): Promise<void> {
  const { evaluateName: name = '' } = node;
  if (!isJsDebug(at.session) || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) || name === 'this') return;
  await evaluateNode(at, `${name} = ${name}`, signal, 'hover').catch((error) => {
    if (isMolehillError(error) && IMMUTABLE.test(error.message)) throw immutable(node, 'it is a constant');
  });
}

function waysFor({ session }: StoppedFrame, { node, container }: SetTarget): SetRequest[] {
  const { supportsSetVariable, supportsSetExpression } = session.capabilities;
  const ways: SetRequest[] = [];
  if (supportsSetVariable && container) ways.push('setVariable');
  if (supportsSetExpression && node.evaluateName !== undefined) ways.push('setExpression');
  // Delve evaluates no assignments, so its refusal would hide the reason.
  if (node.evaluateName !== undefined && session.type !== 'go') ways.push('evaluate');
  return ways;
}

async function send(
  { session, frameId }: StoppedFrame,
  { node, container }: SetTarget,
  value: string,
  by: SetRequest,
  signal: AbortSignal,
): Promise<void> {
  const args = {
    setVariable: { variablesReference: container?.ref, name: node.adapterName, value },
    setExpression: { expression: node.evaluateName, value, frameId },
    evaluate: { expression: `${node.evaluateName} = ${value}`, frameId, context: 'repl' },
  };
  await session.send(by, args[by], { signal, timeoutMs: READ_MS });
}

async function readAgain(at: StoppedFrame, { node, container }: SetTarget, signal: AbortSignal) {
  // js-debug and delve list the variables of a stop as they were when the program stopped.
  const isStale = isJsDebug(at.session) || at.session.type === 'go';
  if (!container || isStale) return evaluateNode(at, node.evaluateName ?? node.name, signal);
  const { nodes } = await childrenOf(at.session, container, EVERYTHING, signal);
  const found = nodes.find(({ adapterName }) => adapterName === node.adapterName);
  if (found) return found;
  return evaluateNode(at, node.evaluateName ?? node.name, signal);
}

/** A value that stayed is right only where the new one is the same. */
async function assertChanged(
  at: StoppedFrame,
  old: VariableNode,
  now: VariableNode,
  value: string,
  signal: AbortSignal,
): Promise<void> {
  if (now.raw !== old.raw) return;
  const wanted = await wantedValue(at, value, signal);
  if (wanted === undefined || wanted === now.raw) return;
  throw immutable(old, `it is still ${maskText(now.value).slice(0, 80)}`);
}

/** E_EVALUATE_FAILED where the value is no expression of the program. */
async function wantedValue({ session, frameId }: StoppedFrame, value: string, signal: AbortSignal) {
  const args = { expression: value, frameId, context: 'watch' };
  try {
    const body = await session.send('evaluate', args, { signal, timeoutMs: READ_MS });
    return (body as DebugProtocol.EvaluateResponse['body']).result;
  } catch (error) {
    if (isMolehillError(error) && error.code === 'E_ADAPTER') throw notAValue(error.message);
    throw error;
  }
}

function refusal(error: unknown, node: VariableNode): unknown {
  if (!isMolehillError(error) || error.code !== 'E_ADAPTER') return error;
  return IMMUTABLE.test(error.message) ? immutable(node, maskText(error.message)) : notAValue(error.message);
}

function notAValue(message: string) {
  return editorErrors.fail('E_EVALUATE_FAILED', maskText(message));
}

function immutable({ name }: VariableNode, reason: string) {
  return editorErrors.fail('E_IMMUTABLE', `"${name}" was not changed: ${reason}.`);
}
