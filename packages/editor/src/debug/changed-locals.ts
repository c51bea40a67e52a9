import { evaluateNode } from './evaluate-node.ts';
import type { StoppedFrame } from './frame-scopes.ts';
import { isJsDebug } from './js-debug.ts';
import type { Stop } from './stop.ts';
import type { VariableNode } from './variables.ts';

/** Stops at which an expression may have assigned a local variable. */
const changed = new WeakSet<Stop>();
const PLAIN_READ = /^[\w$.[\]"'\s]*$/;

/** js-debug lists the locals of a stop as they were when the program stopped, whatever was assigned since. */
export function noteEvaluation({ session, stop }: StoppedFrame, expression: string): void {
  if (isJsDebug(session) && !PLAIN_READ.test(expression)) changed.add(stop);
}

export function noteAssignment({ session, stop }: StoppedFrame): void {
  if (isJsDebug(session)) changed.add(stop);
}

/** The variables of a scope with their present values. Names of inner scopes hide those of outer ones. */
export async function presentValues(
  at: StoppedFrame,
  nodes: readonly VariableNode[],
  inner: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly VariableNode[]> {
  if (!changed.has(at.stop)) return nodes;
  return Promise.all(
    nodes.map(async (node) => {
      if (inner.has(node.name) || node.isLazy || node.evaluateName === undefined) return node;
      try {
        const { name: _, ...now } = await evaluateNode(at, node.evaluateName, signal, 'hover');
        return { ...now, name: node.name, adapterName: node.adapterName };
      } catch {
        // A variable that is not initialised yet.
        return node;
      }
    }),
  );
}
