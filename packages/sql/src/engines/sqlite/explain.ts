import type { Cell, Plan } from '../engine.ts';

type PlanStep = { readonly detail: string; readonly steps?: readonly PlanStep[] };

/** The rows of EXPLAIN QUERY PLAN (id, parent, unused, detail) as the tree they describe. */
export function toPlan(rows: readonly (readonly Cell[])[]): Plan {
  const json = stepsUnder(0, rows);
  return { text: ['QUERY PLAN', ...draw(json, '')].join('\n'), json };
}

function stepsUnder(parent: Cell, rows: readonly (readonly Cell[])[]): PlanStep[] {
  return rows
    .filter((row) => row[1] === parent)
    .map((row) => {
      const steps = stepsUnder(row[0] ?? null, rows);
      return { detail: String(row[3]), ...(steps.length > 0 ? { steps } : {}) };
    });
}

function draw(steps: readonly PlanStep[], indent: string): string[] {
  return steps.flatMap(({ detail, steps: inner = [] }, index) => {
    const last = index === steps.length - 1;
    return [`${indent}${last ? '`--' : '|--'}${detail}`, ...draw(inner, `${indent}${last ? '   ' : '|  '}`)];
  });
}
