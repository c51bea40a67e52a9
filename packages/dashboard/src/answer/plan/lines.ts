import type { WeighedStep } from './weigh.ts';

/** A step as one line of a drawn tree. */
export interface PlanLine {
  readonly step: WeighedStep;
  readonly depth: number;
  /** For each level above and its own: whether a line goes on downwards from there. */
  readonly goesOn: readonly boolean[];
}

export function linesOf(steps: readonly WeighedStep[], above: readonly boolean[] = []): readonly PlanLine[] {
  return steps.flatMap((step, at) => {
    const goesOn = [...above, at < steps.length - 1];
    return [{ step, depth: above.length, goesOn }, ...linesOf(step.steps, goesOn)];
  });
}
