import type { Detail, EnginePlan, Measure, PlanNode, Rows } from './node.ts';
import { type CostedNode, costShares } from './shares.ts';
import { withWarnings } from './warnings.ts';

/** A node as clients get it: `own` is its part of the measure without its children, `share` its fraction of the whole. */
export interface TreeNode extends Pick<PlanNode, 'name' | 'role' | 'relation' | 'index'> {
  readonly details?: readonly Detail[] | undefined;
  readonly rows?: Pick<Rows, 'estimated' | 'actual' | 'loops'> | undefined;
  readonly own?: number | undefined;
  readonly share?: number | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly children?: readonly TreeNode[] | undefined;
}

export interface PlanTree {
  /** Absent where the engine reports no numbers. */
  readonly measure: Measure | undefined;
  readonly details: readonly Detail[] | undefined;
  readonly nodes: readonly TreeNode[];
}

/** The same tree for every engine; undefined without a plan. */
export function planTree(plan: EnginePlan | undefined): PlanTree | undefined {
  if (!plan || plan.nodes.length === 0) return undefined;
  const { measure, nodes } = costShares(plan.nodes);
  return {
    measure,
    details: nonEmpty(plan.details),
    nodes: nodes.map((node) => toTree(withWarnings(node, false))),
  };
}

function toTree({ name, role, relation, index, rows, own, share, ...lists }: CostedNode): TreeNode {
  const { estimated, actual, loops } = rows;
  const hasRows = estimated !== undefined || actual !== undefined || loops !== undefined;
  return {
    ...{ name, role, relation, index, own, share },
    rows: hasRows ? { estimated, actual, loops } : undefined,
    details: nonEmpty(lists.details),
    warnings: nonEmpty(lists.warnings),
    children: nonEmpty(lists.children.map(toTree)),
  };
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
