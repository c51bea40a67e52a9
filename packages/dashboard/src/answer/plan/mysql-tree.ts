import { readOperation, withFilter } from './mysql-operation.ts';
import type { Draft, Step } from './step.ts';

/** The text of MySQL's EXPLAIN ANALYZE: measured times are in no JSON before version 9. */
export function readMysqlTree(text: string): Draft | undefined {
  if (!/^-> /.test(text) || !text.includes('(actual time=')) return undefined;
  const lines = linesOf(text);
  return { steps: stepsAt(lines, 0, lines.length, { name: '' }), facts: [] };
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** A condition may go on over several lines; only an arrow begins a step. */
function linesOf(text: string): readonly Line[] {
  return text.split(/\n(?= *-> )/).map((line) => {
    const indent = line.indexOf('->');
    return { indent, text: line.slice(indent + 3).trimEnd() };
  });
}

function stepsAt(
  lines: readonly Line[],
  from: number,
  to: number,
  parent: { readonly name: string },
): Step[] {
  const steps: Step[] = [];
  for (let at = from; at < to; ) {
    const line = lines[at];
    if (!line) break;
    let end = at + 1;
    while (end < to && (lines[end]?.indent ?? 0) > line.indent) end += 1;
    steps.push(readStep(lines, at, end, runsIn(parent, steps)));
    at = end;
  }
  return steps;
}

/** What stands second in a nested loop runs for each row of the first. */
function runsIn({ name }: { readonly name: string }, before: readonly Step[]): number | undefined {
  return name.startsWith('Nested loop') ? before[0]?.rows.estimated : undefined;
}

const FIGURES = /(?:\s+\((?:cost=|actual |never )[^()]*\))*$/;

function readStep(lines: readonly Line[], at: number, end: number, runs: number | undefined): Step {
  const text = lines[at]?.text ?? '';
  const figures = FIGURES.exec(text)?.[0] ?? '';
  const operation = readOperation(text.slice(0, text.length - figures.length));
  const steps = stepsAt(lines, at + 1, end, operation);
  const loops = figureOf(figures, /loops=(\S+?)\)/);
  const actual = figureOf(figures, /actual .*rows=(\S+) /);
  const ms = figureOf(figures, /actual time=\S+?\.\.(\S+)/);
  return {
    ...operation,
    rows: withFilter(
      { estimated: figureOf(figures, /cost=\S+ rows=(\S+?)\)/), actual, loops },
      operation.name,
      steps[0]?.rows,
    ),
    warnings: [],
    weight: {
      cost: figureOf(figures, /cost=(?:\S+\.\.)?(\S+)/),
      timeMs: ms === undefined ? undefined : ms * (loops ?? 1),
      runs,
      once: /materialize/i.test(operation.name),
      aside: operation.name.startsWith('Select #'),
    },
    facts: figures.includes('never executed')
      ? [...operation.facts, { label: 'Run', text: 'never' }]
      : operation.facts,
    steps,
  };
}

function figureOf(text: string, pattern: RegExp): number | undefined {
  const number = Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}
