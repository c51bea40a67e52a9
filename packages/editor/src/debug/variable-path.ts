import { coreErrors, isMolehillError } from '@molehill/core/errors';
import { editorErrors } from '../errors.ts';
import { presentValues } from './changed-locals.ts';
import { evaluateNode } from './evaluate-node.ts';
import { frameScopes, type StoppedFrame } from './frame-scopes.ts';
import { type Container, childrenOf, isIndex, type VariableNode } from './variables.ts';

type Step = { readonly name: string } | { readonly index: number };

export interface FoundVariable {
  readonly node: VariableNode;
  /** What contains it, for `setVariable`; absent for one that was evaluated. */
  readonly container?: Container;
  readonly by: 'variables' | 'evaluate';
}

const STEP =
  /^(?:(?:\.|\?\.|->|::)?([\p{L}_$#@][\p{L}\p{N}_$]*)|\[\s*(\d+)\s*\]|\[\s*(["'])((?:[^"'\\]|\\.)*)\3\s*\])/u;
/** More children than a name is looked for among. */
const MOST_CHILDREN = 10_000;
const MOST_NAMED = 20;

/** `order.items[3].price` as steps. E_INVALID_PARAMS for what is no plain path. */
export function parsePath(path: string): readonly [Step, ...Step[]] {
  const steps: Step[] = [];
  let rest = path.trim();
  while (rest !== '') {
    const found = STEP.exec(rest);
    if (!found) throw notAPath(path, rest);
    const [whole, name, index, , key] = found;
    steps.push(index === undefined ? { name: name ?? key ?? '' } : { index: Number(index) });
    rest = rest.slice(whole.length);
  }
  const [first, ...others] = steps;
  if (!first || !('name' in first)) throw notAPath(path, path);
  return [first, ...others];
}

function notAPath(path: string, rest: string) {
  const at = path.length - rest.length;
  return coreErrors.fail(
    'E_INVALID_PARAMS',
    `path: "${path.slice(0, 100)}" is not a path of names and indexes (at character ${at + 1}).`,
    {
      hint: 'Pass a path such as order.items[3].price, or evaluate an expression with {tool:debug_evaluate}.',
    },
  );
}

/** Finds a variable by steps through scopes and children, and evaluates the path where they do not lead there. E_NOT_FOUND. */
export async function findVariable(
  at: StoppedFrame,
  path: string,
  signal: AbortSignal,
): Promise<FoundVariable> {
  const [first, ...steps] = parsePath(path);
  const root = await findRoot(at, nameOf(first), signal);
  if (!root) return evaluatePath(at, path, nameOf(first), [], signal);
  let found: FoundVariable = root;
  for (const step of steps) {
    const next = await findChild(at, found.node, step, signal);
    if (Array.isArray(next)) return evaluatePath(at, path, nameOf(step), next, signal);
    found = { node: next, container: found.node, by: 'variables' };
  }
  return found;
}

async function findRoot(
  at: StoppedFrame,
  name: string,
  signal: AbortSignal,
): Promise<FoundVariable | undefined> {
  for (const { scope, kind } of await frameScopes(at, signal)) {
    if (kind === 'registers') continue;
    const container: Container = { ref: scope.variablesReference };
    const { nodes } = await childrenOf(at.session, container, everything, signal);
    const listed = nodes.find((each) => each.name === name);
    if (!listed) continue;
    const [node = listed] = await presentValues(at, [listed], new Set(), signal);
    return { node, container, by: 'variables' };
  }
  return undefined;
}

const everything = { start: 0, count: MOST_CHILDREN, kind: 'all' as const };

/** The child, or the names of all children. */
async function findChild(
  { session }: StoppedFrame,
  parent: VariableNode,
  step: Step,
  signal: AbortSignal,
): Promise<VariableNode | string[]> {
  if (parent.ref === 0) return [];
  const window = 'index' in step ? { start: step.index, count: 1, kind: 'indexed' as const } : everything;
  const isLarge = 'name' in step && (parent.indexed ?? 0) > MOST_CHILDREN;
  const { nodes } = await childrenOf(
    session,
    parent,
    isLarge ? { ...everything, kind: 'named' } : window,
    signal,
  );
  const wanted = nameOf(step);
  return nodes.find(({ name }) => sameName(name, wanted)) ?? nodes.map(({ name }) => name);
}

function nameOf(step: Step): string {
  return 'name' in step ? step.name : String(step.index);
}

/** Adapters show keys with quotes, and indexes with brackets. */
function sameName(shown: string, wanted: string): boolean {
  if (shown === wanted) return true;
  if (isIndex(shown)) return shown.replace(/[[\]]/g, '').replace(/^0+(?=\d)/, '') === wanted;
  return /^\[?(["'])(.*)\1\]?$/.exec(shown)?.[2] === wanted;
}

async function evaluatePath(
  at: StoppedFrame,
  path: string,
  missing: string,
  siblings: readonly string[],
  signal: AbortSignal,
): Promise<FoundVariable> {
  try {
    return { node: await evaluateNode(at, path, signal), by: 'evaluate' };
  } catch (cause) {
    if (!isMolehillError(cause) || cause.code !== 'E_ADAPTER') throw cause;
    const known = siblings.length === 0 ? '' : ` There are: ${siblings.slice(0, MOST_NAMED).join(', ')}.`;
    throw editorErrors.fail(
      'E_NOT_FOUND',
      `"${missing}" of the path "${path.slice(0, 100)}" was not found.${known}`,
      { details: { adapter: cause.message } },
    );
  }
}
