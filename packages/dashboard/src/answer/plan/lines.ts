import type { PlanNode } from './read-plan.ts';

/** A node as one line of the drawn tree. */
export interface PlanLine {
  readonly node: PlanNode;
  readonly depth: number;
  /** For each ancestor and the node itself: whether a sibling follows. */
  readonly continues: readonly boolean[];
}

export function linesOf(nodes: readonly PlanNode[], above: readonly boolean[] = []): readonly PlanLine[] {
  return nodes.flatMap((node, at) => {
    const continues = [...above, at < nodes.length - 1];
    return [{ node, depth: above.length, continues }, ...linesOf(node.children, continues)];
  });
}
