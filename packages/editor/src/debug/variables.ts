import type { DebugProtocol } from '@vscode/debugprotocol';
import { READ_MS } from './frame-scopes.ts';
import { isSecretName, maskValue } from './mask.ts';
import type { DebugSession } from './session.ts';

/** A variable as the adapter described it, masked. */
export interface VariableNode {
  readonly name: string;
  /** The name that the adapter knows; debugpy pads indexes with zeros. */
  readonly adapterName: string;
  readonly value: string;
  /** The value as it is, to compare; never shown. */
  readonly raw: string;
  readonly type?: string;
  /** The adapter's number for its children; 0 where it has none. */
  readonly ref: number;
  readonly indexed?: number;
  readonly named?: number;
  readonly evaluateName?: string;
  readonly memoryReference?: string;
  readonly isMasked: boolean;
  /** A getter: reading its children runs code. */
  readonly isLazy: boolean;
  readonly isReadOnly: boolean;
}

/** What has children: a variable or a scope. */
export type Container = Pick<VariableNode, 'ref'> &
  Partial<Pick<VariableNode, 'indexed' | 'named' | 'evaluateName' | 'type' | 'isMasked' | 'memoryReference'>>;

export type ChildKind = 'indexed' | 'named' | 'all';

export interface Window {
  readonly start: number;
  readonly count: number;
  readonly kind: ChildKind;
}

export interface Children {
  readonly nodes: readonly VariableNode[];
  /** All children of the asked kind, where known. */
  readonly total?: number;
  /** Entries of the runtime that are not shown, such as prototypes. */
  readonly hidden: number;
  /** Whether an expression was evaluated, because the adapter lists only its first children. */
  readonly isEvaluated?: true;
}

/** Groups of debugpy, and internal properties of js-debug. */
const GROUP = /^(special|function|class|protected) variables$/;
const FUNCTION_TYPE = /^(function|Function|AsyncFunction|GeneratorFunction)$/;

/** What is known of the references that were given out at the present stop. */
const facts = new WeakMap<
  DebugSession,
  { readonly seq: number; readonly nodes: Map<number, VariableNode> }
>();
const MOST_FACTS = 20_000;

export function remember(session: DebugSession, node: VariableNode): void {
  const seq = session.stop?.seq;
  if (seq === undefined || node.ref === 0) return;
  let known = facts.get(session);
  if (known?.seq !== seq) {
    known = { seq, nodes: new Map() };
    facts.set(session, known);
  }
  if (known.nodes.size < MOST_FACTS) known.nodes.set(node.ref, node);
}

/** The variable with this number, as far as it was seen at the present stop. */
export function recall(session: DebugSession, ref: number): Container & { readonly node?: VariableNode } {
  const known = facts.get(session);
  const node = known?.seq === session.stop?.seq ? known?.nodes.get(ref) : undefined;
  return node ? { ...node, node } : { ref };
}

/** One page of the children of a variable or scope. Fetches only the page where the adapter can. */
export async function childrenOf(
  session: DebugSession,
  container: Container,
  window: Window,
  signal: AbortSignal,
): Promise<Children> {
  const { indexed = 0 } = container;
  const children =
    indexed > 0 && window.kind !== 'named'
      ? await pagedChildren(session, container, window, indexed, signal)
      : await listedChildren(session, container, window, signal);
  for (const node of children.nodes) remember(session, node);
  return children;
}

async function pagedChildren(
  session: DebugSession,
  container: Container,
  { start, count, kind }: Window,
  indexed: number,
  signal: AbortSignal,
): Promise<Children> {
  const wanted = Math.min(count, Math.max(0, indexed - start));
  const page =
    wanted > 0 ? await request(session, container, { filter: 'indexed', start, count: wanted }, signal) : [];
  const own = page.filter((variable) => !isInternal(variable));
  const elements = own.length > wanted ? own.slice(start, start + wanted) : own;
  const nodes = elements.map((variable) => nodeOf(variable, container));
  if (kind === 'indexed' || nodes.length === count || start + count <= indexed)
    return { nodes, total: indexed, hidden: page.length - own.length };
  const rest = { start: Math.max(0, start - indexed), count: count - nodes.length, kind: 'named' as const };
  const others = await listedChildren(session, container, rest, signal);
  return {
    nodes: [...nodes, ...others.nodes],
    total: indexed + (others.total ?? 0),
    hidden: others.hidden,
  };
}

/** Where the adapter does not page, or sends all children although a page was asked for. */
async function listedChildren(
  session: DebugSession,
  container: Container,
  window: Window,
  signal: AbortSignal,
): Promise<Children> {
  const filter = window.kind === 'named' && (container.indexed ?? 0) > 0 ? { filter: 'named' as const } : {};
  const all = await request(session, container, filter, signal);
  const own = all.filter((variable) => !isInternal(variable) && !isLength(variable, container, all));
  const wanted = own.filter(
    ({ name }) => window.kind === 'all' || isIndex(name) === (window.kind === 'indexed'),
  );
  const length = announcedLength(all);
  const listed = { hidden: all.length - own.length };
  if (length !== undefined && length > wanted.length && window.start + window.count > wanted.length) {
    const sliced = await slicedChildren(session, container, window, length, signal);
    if (sliced) return { ...sliced, ...listed };
  }
  const page = wanted.slice(window.start, window.start + window.count);
  return {
    nodes: page.map((variable) => nodeOf(variable, container)),
    total: Math.max(length ?? 0, wanted.length),
    ...listed,
  };
}

/** debugpy lists the first hundred elements only; further ones are read as a slice of the same list. */
async function slicedChildren(
  session: DebugSession,
  { evaluateName, type, isMasked }: Container,
  { start, count, kind }: Window,
  length: number,
  signal: AbortSignal,
): Promise<Omit<Children, 'hidden'> | undefined> {
  const { frame } = session.stop ?? {};
  if (kind === 'named' || isMasked || !frame || evaluateName === undefined) return undefined;
  if (type !== 'list' && type !== 'tuple') return undefined;
  const pages = [];
  for (let from = start; from < Math.min(start + count, length); from += SLICE) {
    const expression = `(${evaluateName})[${from}:${Math.min(from + SLICE, start + count)}]`;
    const args = { expression, frameId: frame.id, context: 'watch' };
    const body = await session.send('evaluate', args, { signal, timeoutMs: READ_MS });
    const { variablesReference } = body as DebugProtocol.EvaluateResponse['body'];
    const part = await request(session, { ref: variablesReference }, {}, signal);
    const elements = part.filter(({ name }) => isIndex(name));
    pages.push(...elements.map((element, at) => nodeOf(renamed(element, from + at, evaluateName), {})));
  }
  return { nodes: pages, total: length, isEvaluated: true };
}

/** What debugpy puts into groups, such as functions. */
export async function groupedVariables(
  session: DebugSession,
  container: Container,
  signal: AbortSignal,
): Promise<readonly VariableNode[]> {
  const groups = (await request(session, container, {}, signal)).filter(isGroup);
  const lists = await Promise.all(
    groups.map(({ variablesReference }) => request(session, { ref: variablesReference }, {}, signal)),
  );
  const nodes = lists.flat().map((variable) => nodeOf(variable, container));
  for (const node of nodes) remember(session, node);
  return nodes;
}

/** The most elements that debugpy lists. */
const SLICE = 100;

function renamed(variable: DebugProtocol.Variable, index: number, list: string): DebugProtocol.Variable {
  return { ...variable, name: String(index), evaluateName: `${list}[${index}]` };
}

async function request(
  session: DebugSession,
  { ref }: Container,
  page: { readonly filter?: 'indexed' | 'named'; readonly start?: number; readonly count?: number },
  signal: AbortSignal,
): Promise<readonly DebugProtocol.Variable[]> {
  if (ref === 0) return [];
  const args = { variablesReference: ref, ...page };
  const body = await session.send('variables', args, { signal, timeoutMs: READ_MS });
  return (body as DebugProtocol.VariablesResponse['body']).variables;
}

function isInternal({ name, type, value, presentationHint }: DebugProtocol.Variable): boolean {
  if (presentationHint?.visibility === 'internal' || /^\[\[.*\]\]$/.test(name)) return true;
  if (type === 'MoreItems' || (name === 'len()' && value !== undefined)) return true;
  return isGroup({ name, type: type ?? '', value });
}

function isGroup({ name, type, value }: Pick<DebugProtocol.Variable, 'name' | 'type' | 'value'>): boolean {
  return GROUP.test(name) && !type && !value;
}

/** JavaScript lists the length of an array beside its elements; its value shows it already. */
function isLength(
  { name }: DebugProtocol.Variable,
  { indexed = 0 }: Container,
  siblings: readonly DebugProtocol.Variable[],
): boolean {
  return name === 'length' && (indexed > 0 || siblings.some((sibling) => isIndex(sibling.name)));
}

/** `3` and `[3]`; debugpy pads with zeros. */
export function isIndex(name: string): boolean {
  return /^\[?\d+\]?$/.test(name);
}

function announcedLength(variables: readonly DebugProtocol.Variable[]): number | undefined {
  const length = variables.find(
    ({ name, evaluateName }) => name === 'len()' && evaluateName?.startsWith('len('),
  );
  return length && /^\d+$/.test(length.value) ? Number(length.value) : undefined;
}

/** Elements of a secret text or list are as secret as the whole. */
export function nodeOf(
  variable: DebugProtocol.Variable,
  container: Partial<Pick<Container, 'isMasked'>>,
): VariableNode {
  const { name, type, indexedVariables, namedVariables, evaluateName, memoryReference } = variable;
  const { presentationHint: hint } = variable;
  const secret = container.isMasked && isIndex(name) ? 'secret' : name;
  const masked = maskValue(secret, shortFunction(variable));
  const isHidden = masked.isMasked && isSecretName(secret) && !hasFields(variable);
  return {
    name: /^\d+$/.test(name) ? String(Number(name)) : name,
    adapterName: name,
    value: masked.text,
    raw: variable.value,
    ...(type ? { type } : {}),
    ref: isHidden ? 0 : variable.variablesReference,
    ...(indexedVariables === undefined ? {} : { indexed: indexedVariables }),
    ...(namedVariables === undefined ? {} : { named: namedVariables }),
    ...(evaluateName === undefined ? {} : { evaluateName }),
    ...(memoryReference === undefined || isHidden ? {} : { memoryReference }),
    isMasked: masked.isMasked,
    isLazy: hint?.lazy === true,
    isReadOnly: hint?.attributes?.some((each) => each === 'readOnly' || each === 'constant') ?? false,
  };
}

/** An object such as a parser's `token`: its fields are judged one by one. Texts, bytes and lists are not. */
function hasFields({ value, type = '', indexedVariables = 0 }: DebugProtocol.Variable): boolean {
  const isText = /^b?['"`]|^0x[0-9a-f]+ "/i.test(value) || /\b(str|string|bytes|char|Buffer)\b/i.test(type);
  const isList = indexedVariables > 0 || /^(list|tuple|set|Array|\[\])/.test(type) || /^[[(]/.test(value);
  return !isText && !isList;
}

/** A function is shown by its first line, not by its whole source. */
function shortFunction({ value, type = '', presentationHint }: DebugProtocol.Variable): string {
  if (!FUNCTION_TYPE.test(type)) return value;
  const [first = ''] = value.split('\n');
  return presentationHint?.lazy ? '(getter)' : first.length < value.length ? `${first} …` : first;
}
