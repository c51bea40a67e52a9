import { isMolehillError } from '@molehill/core/errors';
import type { EditorContext } from '../../context.ts';
import { evaluateNode } from '../../debug/evaluate-node.ts';
import { fitVariables } from '../../debug/fit-variables.ts';
import { type StoppedFrame, stoppedFrame } from '../../debug/frame-scopes.ts';
import { maskText } from '../../debug/mask.ts';
import { reference, resolveReference } from '../../debug/references.ts';
import { findVariable } from '../../debug/variable-path.ts';
import { cutValue, growTrees, jsonBytes } from '../../debug/variable-tree.ts';
import {
  type Children,
  type Container,
  childrenOf,
  recall,
  type VariableNode,
} from '../../debug/variables.ts';
import { editorErrors } from '../../errors.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['variable_get'];

/** Children of the children; more come with their refs. */
const MOST_GRANDCHILDREN = 20;
const NEXT = 'Pass a larger maxTokens, a smaller count, or the ref of one child.';
const longestTruncation = { dropped: ['x'.repeat(80)], next: NEXT };

export const handle: Handler<'variable_get'> = async (input, context) => {
  const { at, container, head } = await find(input, context);
  const page = await pageOf(at, container, input, context);
  const frame = {
    ...head,
    children: [],
    start: 0,
    shown: 0,
    total: 0,
    next: 0,
    truncation: longestTruncation,
  };
  const bytes = Math.max(0, context.budget.dataLimit.bytes - jsonBytes(frame));
  const { trees, folded } = await growTrees(page.nodes, {
    depth: Math.max(0, input.depth - 1),
    childLimit: MOST_GRANDCHILDREN,
    valueChars: input.valueChars,
    bytes,
    stopSeq: at.stop.seq,
    expand: (node, count) => childrenOf(at.session, node, { start: 0, count, kind: 'all' }, context.signal),
  });
  const { shown, dropped } = fitVariables(trees, bytes, {
    valueChars: input.valueChars,
    stopSeq: at.stop.seq,
  });
  const cut = [...(folded.length === 0 ? [] : [`children of ${folded.length} variables`]), ...dropped];
  const end = input.start + shown.length;
  const isMore = page.total === undefined ? page.nodes.length === input.count : end < page.total;
  return {
    ...head,
    ...(page.isEvaluated ? { by: 'evaluate' as const } : {}),
    children: shown,
    start: input.start,
    shown: shown.length,
    ...(page.total === undefined ? {} : { total: page.total }),
    ...(isMore && shown.length > 0 ? { next: end } : {}),
    ...(cut.length === 0 ? {} : { truncation: { dropped: cut, next: NEXT } }),
  };
};

async function find(input: Input, context: EditorContext) {
  if (input.ref !== undefined) {
    const { session, stop } = context.sessions.getStopped(input.session);
    const ref = resolveReference(session, input.ref, 'ref');
    const at = { session, stop, frameId: stop.frame?.id ?? 0 };
    const known = recall(session, ref);
    if (!known.node?.isLazy) return { at, container: known, head: {} };
    const node = await runGetter(at, known.node, context);
    return { at, container: node, head: { ...headOf(node, at, input, context), by: 'evaluate' as const } };
  }
  const at = stoppedFrame(context, input);
  const { node, by } = await findVariable(at, input.path ?? '', context.signal);
  return { at, container: node, head: { ...headOf(node, at, input, context), by } };
}

/** E_EVALUATE_FAILED with what the getter threw. */
async function runGetter(at: StoppedFrame, { evaluateName, name }: VariableNode, { signal }: EditorContext) {
  const node = await evaluateNode(at, evaluateName ?? name, signal).catch((error) => {
    throw isMolehillError(error) && error.code === 'E_ADAPTER'
      ? editorErrors.fail('E_EVALUATE_FAILED', `The getter "${name}" failed: ${maskText(error.message)}`)
      : error;
  });
  return { ...node, name };
}

/** The value takes at most half of the answer. */
function headOf(
  node: VariableNode,
  { stop }: StoppedFrame,
  { valueChars }: Input,
  { budget }: EditorContext,
) {
  const most = Math.floor(
    budget.dataLimit.bytes / 2 / Math.max(1, jsonBytes(node.value) / (node.value.length + 1)),
  );
  return {
    name: node.name,
    value: cutValue(node.value, Math.min(valueChars, most)),
    ...(node.type === undefined ? {} : { type: node.type }),
    ...(node.ref === 0 ? {} : { ref: reference(stop.seq, node.ref) }),
    ...(node.isMasked ? { redacted: true } : {}),
  };
}

const none: Children = { nodes: [], total: 0, hidden: 0 };

async function pageOf(
  { session }: StoppedFrame,
  container: Container,
  { depth, start, count, kind }: Input,
  { signal }: EditorContext,
): Promise<Children> {
  if (depth === 0 || container.ref === 0) return none;
  return childrenOf(session, container, { start, count, kind }, signal);
}
