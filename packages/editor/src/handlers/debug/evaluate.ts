import { isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { EditorContext } from '../../context.ts';
import { type EvaluateOptions, evaluate } from '../../debug/evaluate.ts';
import { fitVariables } from '../../debug/fit-variables.ts';
import { type StoppedFrame, stoppedFrame } from '../../debug/frame-scopes.ts';
import { growTrees, jsonBytes, type ShownVariable } from '../../debug/variable-tree.ts';
import { childrenOf, type VariableNode } from '../../debug/variables.ts';
import type { ToolResults } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Result = ToolResults['debug_evaluate']['results'][number];

const LONGEST_VALUE = 2_000;
const LONGEST_ERROR = 500;
const MOST_CHILDREN = 50;
const NEXT =
  'Read the rest with {tool:variable_get} and the variablesReference, or pass a larger {param:maxTokens}.';
const longestTruncation = { dropped: ['x'.repeat(120)], next: NEXT };

export const handle: Handler<'debug_evaluate'> = async (input, context) => {
  const at = stoppedFrame(context, input);
  const expressions = input.expressions ?? [input.expression ?? ''];
  const options: EvaluateOptions = {
    context: input.context,
    deadline: performance.now() + input.timeoutMs,
    signal: context.signal,
    hasHoverTimeout: context.host.kind === 'headless',
  };
  const outcomes = await evaluateAll(at, expressions, options);
  const [only] = outcomes;
  if (input.expressions === undefined && only && 'error' in only) throw only.error;
  return answer(at, outcomes, input.depth, context);
};

type Outcome = { readonly expression: string } & (
  | { readonly node: VariableNode }
  | { readonly error: MolehillError }
);

/** One after the other, because an expression may change what the next one reads. */
async function evaluateAll(at: StoppedFrame, expressions: readonly string[], options: EvaluateOptions) {
  const outcomes: Outcome[] = [];
  for (const expression of expressions) {
    const earlier = outcomes.at(-1);
    const isBlocked = earlier && 'error' in earlier && isOver(earlier.error);
    if (isBlocked) outcomes.push({ expression, error: earlier.error });
    else outcomes.push(await outcomeOf(at, expression, options));
  }
  return outcomes;
}

/** No further expression can be evaluated. */
function isOver({ code }: MolehillError): boolean {
  return code === 'E_TIMEOUT' || code === 'E_SESSION_ENDED';
}

async function outcomeOf(at: StoppedFrame, expression: string, options: EvaluateOptions): Promise<Outcome> {
  try {
    return { expression, node: await evaluate(at, expression, options) };
  } catch (error) {
    if (isMolehillError(error) && !options.signal.aborted) return { expression, error };
    throw error;
  }
}

async function answer(at: StoppedFrame, outcomes: readonly Outcome[], depth: number, context: EditorContext) {
  const failures = outcomes.map((outcome) =>
    'error' in outcome ? [outcome.expression, errorOf(outcome.error)] : [],
  );
  const bytes = context.budget.dataLimit.bytes - jsonBytes({ failures, truncation: longestTruncation }) - 40;
  const nodes = outcomes.flatMap((outcome) => ('node' in outcome ? [outcome.node] : []));
  const room = Math.max(0, bytes - nodes.length * RENAMED_BYTES);
  const { trees, folded } = await growTrees(nodes, {
    depth,
    childLimit: MOST_CHILDREN,
    valueChars: LONGEST_VALUE,
    bytes: room,
    stopSeq: at.stop.seq,
    expand: (node, count) => childrenOf(at.session, node, { start: 0, count, kind: 'all' }, context.signal),
  });
  const { shown, dropped } = fitVariables(trees, room, { valueChars: LONGEST_VALUE, stopSeq: at.stop.seq });
  const values = shown.values();
  const results = outcomes.flatMap((outcome): Result[] => {
    const { expression } = outcome;
    if ('error' in outcome) return [{ expression, error: errorOf(outcome.error) }];
    const { value } = values.next();
    return value ? [resultOf(expression, value)] : [];
  });
  const cut = [...(folded.length === 0 ? [] : [`children of ${folded.length} values`]), ...dropped];
  return { results, ...(cut.length === 0 ? {} : { truncation: { dropped: cut, next: NEXT } }) };
}

/** `name` and `ref` have longer names in this answer. */
const RENAMED_BYTES = 32;

function resultOf(expression: string, { name: _, ref, total: __, lazy: ___, ...rest }: ShownVariable) {
  return { expression, ...rest, ...(ref === undefined ? {} : { variablesReference: ref }) };
}

function errorOf({ code, message }: MolehillError): string {
  return `[${code}] ${message}`.slice(0, LONGEST_ERROR);
}
