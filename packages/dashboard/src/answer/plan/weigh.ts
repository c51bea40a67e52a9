import type { Measure, Step } from './step.ts';

/** A step with what it takes by itself, and its part of the whole. */
export interface WeighedStep extends Omit<Step, 'steps'> {
  readonly own: number | undefined;
  readonly share: number | undefined;
  readonly steps: readonly WeighedStep[];
}

export interface WeighedPlan {
  readonly measure: Measure | undefined;
  readonly steps: readonly WeighedStep[];
}

/** Time says most, where it was measured; planned cost comes next. */
export function weigh(steps: readonly Step[]): WeighedPlan {
  const measure = (['time', 'cost', 'rows'] as const).find((each) => steps.some((step) => knows(step, each)));
  const loads = steps.map((step) => loadOf(step, measure));
  const total = loads.reduce((sum, load) => sum + totalOf(load), 0);
  return { measure, steps: loads.map((load) => withShare(load, total)) };
}

function knows(step: Step, measure: Measure): boolean {
  const { own, cost, timeMs } = step.weight;
  const here = own?.[measure] ?? { time: timeMs, cost, rows: undefined }[measure];
  return here !== undefined || step.steps.some((inner) => knows(inner, measure));
}

interface Load {
  readonly step: Step;
  /** With all that lies below. */
  readonly whole: number;
  readonly own: number | undefined;
  readonly below: readonly Load[];
}

function loadOf(step: Step, measure: Measure | undefined): Load {
  if (measure === 'time') return timeOf(step);
  if (measure === 'cost') return costOf(step, 1, Number.POSITIVE_INFINITY);
  return {
    step,
    whole: 0,
    own: step.weight.own?.rows,
    below: step.steps.map((inner) => loadOf(inner, measure)),
  };
}

function timeOf(step: Step): Load {
  const below = step.steps.map(timeOf);
  const counted = sum(below.filter(({ step: inner }) => !inner.weight.aside));
  const { own, timeMs, elsewhereMs = 0 } = step.weight;
  if (own?.time !== undefined) return { step, whole: own.time + counted, own: own.time, below };
  if (timeMs === undefined) return { step, whole: counted, own: undefined, below };
  return { step, whole: timeMs, own: Math.max(0, timeMs - counted - elsewhereMs), below };
}

/** Planned costs are of one run. How often a step runs is a guess, but it never costs more than the step above has in all. */
function costOf(step: Step, runs: number, most: number): Load {
  const { own, cost } = step.weight;
  const once = step.steps.reduce((all, { weight }) => all + (weight.once ? (weight.cost ?? 0) : 0), 0);
  const whole = cost === undefined ? most : Math.min(once + Math.max(0, cost - once) * runs, most);
  let left = whole;
  const below = step.steps.map((inner) => {
    const load = costOf(inner, inner.weight.once ? 1 : runs * (inner.weight.runs ?? 1), left);
    left -= load.whole;
    return load;
  });
  if (own?.cost !== undefined || cost === undefined) {
    return { step, whole: (own?.cost ?? 0) + sum(below), own: own?.cost, below };
  }
  return { step, whole, own: left, below };
}

function sum(loads: readonly Load[]): number {
  return loads.reduce((all, { whole }) => all + whole, 0);
}

function totalOf({ own = 0, below }: Load): number {
  return below.reduce((all, load) => all + totalOf(load), own);
}

function withShare({ step, own, below }: Load, total: number): WeighedStep {
  const share = own === undefined || total <= 0 ? undefined : own / total;
  return { ...step, own, share, steps: below.map((load) => withShare(load, total)) };
}
