import { reference } from './references.ts';
import type { Children, VariableNode } from './variables.ts';

/** A variable with the children that were read. */
export interface Tree {
  readonly node: VariableNode;
  children?: Tree[];
  /** Its children in the program, where known. */
  total?: number;
}

/** A variable as an agent sees it. */
export interface ShownVariable {
  name: string;
  value?: string;
  type?: string;
  ref?: string;
  total?: number;
  children?: ShownVariable[];
  truncated?: true;
  redacted?: true;
  lazy?: true;
}

export interface GrowOptions {
  readonly depth: number;
  /** Children of each variable. */
  readonly childLimit: number;
  readonly valueChars: number;
  /** Bytes of all variables as JSON. */
  readonly bytes: number;
  readonly stopSeq: number;
  expand(node: VariableNode, count: number): Promise<Children>;
}

export interface Grown {
  readonly trees: Tree[];
  /** Names of variables whose children do not fit. */
  readonly folded: readonly string[];
  /** Of the variables as JSON. */
  readonly bytes: number;
}

/** The fewest bytes of a variable as JSON: a name and a value. */
const LEAST_BYTES = 24;
/** Requests that are sent before the answer of the first is there. */
const PARALLEL = 8;

/**
 * Reads children level by level while they fit. Where a level does not, the variables with the most children are folded
 * again, and nothing below is read.
 */
export async function growTrees(nodes: readonly VariableNode[], options: GrowOptions): Promise<Grown> {
  const trees = nodes.map((node): Tree => ({ node }));
  const folded: string[] = [];
  let used = sizeOf(trees, options);
  let level = trees;
  for (let depth = 0; depth < options.depth && level.length > 0; depth += 1) {
    const open = level.filter(({ node }) => canExpand(node));
    const { added, unread } = await expandLevel(open, options, options.bytes - used);
    const excess = used + added - options.bytes;
    const refolded = excess > 0 ? fold(open, excess, options) : [];
    folded.push(...[...unread, ...refolded].map(({ node }) => node.name));
    used = sizeOf(trees, options);
    if (folded.length > 0) break;
    level = open.flatMap(({ children }) => children ?? []);
  }
  return { trees, folded, bytes: used };
}

/** A getter is not run, and a secret not opened, only to show more. */
function canExpand({ ref, isLazy }: VariableNode): boolean {
  return ref !== 0 && !isLazy;
}

async function expandLevel(open: readonly Tree[], options: GrowOptions, left: number) {
  let added = 0;
  for (let from = 0; from < open.length; from += PARALLEL) {
    const room = left - added;
    if (room < LEAST_BYTES) return { added, unread: open.slice(from) };
    const count = Math.min(options.childLimit, Math.ceil(room / LEAST_BYTES));
    const batch = open.slice(from, from + PARALLEL);
    await Promise.all(batch.map((tree) => expandOne(tree, count, options)));
    added += batch.reduce((sum, tree) => sum + childBytes(tree, options), 0);
  }
  return { added, unread: [] };
}

async function expandOne(tree: Tree, count: number, { expand }: GrowOptions): Promise<void> {
  const { nodes, total } = await expand(tree.node, count);
  tree.children = nodes.map((node) => ({ node }));
  if (total !== undefined) tree.total = total;
}

/** Folds the largest first, until the rest fits. */
function fold(open: readonly Tree[], excess: number, options: GrowOptions): Tree[] {
  const folded: Tree[] = [];
  let left = excess;
  for (const tree of open.toSorted((a, b) => childBytes(b, options) - childBytes(a, options))) {
    if (left <= 0) break;
    left -= childBytes(tree, options);
    delete tree.children;
    folded.push(tree);
  }
  return folded;
}

function childBytes({ children = [] }: Tree, options: GrowOptions): number {
  return children.length === 0 ? 0 : sizeOf(children, options) + ',"children":[]'.length;
}

function sizeOf(trees: readonly Tree[], { valueChars, stopSeq }: ShowOptions): number {
  return trees.reduce((sum, tree) => sum + jsonBytes(show(tree, { valueChars, stopSeq })) + 1, 0);
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

export interface ShowOptions {
  readonly valueChars: number;
  readonly stopSeq: number;
  readonly namesOnly?: boolean;
}

export function show(tree: Tree, options: ShowOptions): ShownVariable {
  const { node, children = [] } = tree;
  if (options.namesOnly) return { name: node.name };
  const value = cutValue(node.value, options.valueChars);
  const total = missingTotal(tree);
  return {
    name: node.name,
    value,
    ...(node.type === undefined ? {} : { type: node.type }),
    ...(node.ref === 0 ? {} : { ref: reference(options.stopSeq, node.ref) }),
    ...(total === undefined ? {} : { total }),
    ...(children.length === 0 ? {} : { children: children.map((child) => show(child, options)) }),
    ...((total !== undefined && children.length > 0) || value !== node.value
      ? { truncated: true as const }
      : {}),
    ...(node.isMasked ? { redacted: true as const } : {}),
    ...(node.isLazy ? { lazy: true as const } : {}),
  };
}

/** The number of children where not all are shown. */
function missingTotal({ node, children, total }: Tree): number | undefined {
  const all = total ?? (node.indexed || node.named);
  return node.ref === 0 || all === undefined || all <= (children?.length ?? 0) ? undefined : all;
}

/** The beginning of a value, without half of a surrogate pair. Adapters cut too, so its length is not known. */
export function cutValue(value: string, characters: number): string {
  if (value.length <= characters) return value;
  const begun = value.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
  return `${begun}…`;
}
