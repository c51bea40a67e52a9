import type { Measure, PlanNode } from './node.ts';

/** A node with its own cost, without its children, and its share of the whole. */
export interface CostedNode extends Omit<PlanNode, 'children'> {
  readonly own: number | undefined;
  readonly share: number | undefined;
  readonly children: readonly CostedNode[];
}

export interface CostedPlan {
  readonly measure: Measure | undefined;
  readonly nodes: readonly CostedNode[];
}

/** By measured time where there is one, else by planned cost, else by rows. */
export function costShares(nodes: readonly PlanNode[]): CostedPlan {
  const measure = (['time', 'cost', 'rows'] as const).find((each) => nodes.some((node) => knows(node, each)));
  const loads = nodes.map((node) => loadOf(node, measure));
  const total = loads.reduce((sum, load) => sum + totalOf(load), 0);
  return { measure, nodes: loads.map((load) => withShare(load, total)) };
}

function knows(node: PlanNode, measure: Measure): boolean {
  const { own, cost, timeMs } = node.weight;
  const here = own?.[measure] ?? { time: timeMs, cost, rows: undefined }[measure];
  return here !== undefined || node.children.some((inner) => knows(inner, measure));
}

interface Load {
  readonly node: PlanNode;
  /** Children included. */
  readonly whole: number;
  readonly own: number | undefined;
  readonly below: readonly Load[];
}

function loadOf(node: PlanNode, measure: Measure | undefined): Load {
  if (measure === 'time') return timeOf(node);
  if (measure === 'cost') return costOf(node, 1, Number.POSITIVE_INFINITY);
  return {
    node,
    whole: 0,
    own: node.weight.own?.rows,
    below: node.children.map((inner) => loadOf(inner, measure)),
  };
}

function timeOf(node: PlanNode): Load {
  const below = node.children.map(timeOf);
  const counted = sum(below.filter(({ node: inner }) => !inner.weight.aside));
  const { own, timeMs, elsewhereMs = 0 } = node.weight;
  if (own?.time !== undefined) return { node, whole: own.time + counted, own: own.time, below };
  if (timeMs === undefined) return { node, whole: counted, own: undefined, below };
  return { node, whole: timeMs, own: Math.max(0, timeMs - counted - elsewhereMs), below };
}

/** A planned cost is of one execution. The number of executions is estimated, so a node gets at most the rest of its parent's cost. */
function costOf(node: PlanNode, runs: number, most: number): Load {
  const { own, cost } = node.weight;
  const once = node.children.reduce((all, { weight }) => all + (weight.once ? (weight.cost ?? 0) : 0), 0);
  const whole = cost === undefined ? most : Math.min(once + Math.max(0, cost - once) * runs, most);
  let left = whole;
  const below = node.children.map((inner) => {
    const load = costOf(inner, inner.weight.once ? 1 : runs * (inner.weight.runs ?? 1), left);
    left -= load.whole;
    return load;
  });
  if (own?.cost !== undefined || cost === undefined) {
    return { node, whole: (own?.cost ?? 0) + sum(below), own: own?.cost, below };
  }
  return { node, whole, own: left, below };
}

function sum(loads: readonly Load[]): number {
  return loads.reduce((all, { whole }) => all + whole, 0);
}

function totalOf({ own = 0, below }: Load): number {
  return below.reduce((all, load) => all + totalOf(load), own);
}

function withShare({ node, own, below }: Load, total: number): CostedNode {
  const share = own === undefined || total <= 0 ? undefined : own / total;
  return { ...node, own, share, children: below.map((load) => withShare(load, total)) };
}
