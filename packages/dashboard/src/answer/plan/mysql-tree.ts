import { product } from './fields.ts';
import { readOperation, withFilter } from './mysql-operation.ts';
import { type Draft, isLarge, type Rows, type Step } from './step.ts';

/** The text of MySQL's EXPLAIN ANALYZE: measured times are in no JSON before version 9. */
export function readMysqlTree(text: string): Draft | undefined {
  if (!/^-> /.test(text) || !text.includes('(actual time=')) return undefined;
  const lines = linesOf(text);
  return { steps: stepsAt(lines, 0, lines.length), facts: [] };
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

function stepsAt(lines: readonly Line[], from: number, to: number): Step[] {
  const steps: Step[] = [];
  for (let at = from; at < to; ) {
    const line = lines[at];
    if (!line) break;
    let end = at + 1;
    while (end < to && (lines[end]?.indent ?? 0) > line.indent) end += 1;
    steps.push(readStep(lines, at, end));
    at = end;
  }
  return steps;
}

const FIGURES = /(?:\s+\((?:cost=|actual |never )[^()]*\))*$/;

function readStep(lines: readonly Line[], at: number, end: number): Step {
  const text = lines[at]?.text ?? '';
  const figures = FIGURES.exec(text)?.[0] ?? '';
  const operation = readOperation(text.slice(0, text.length - figures.length));
  const steps = stepsAt(lines, at + 1, end);
  const rows = withFilter(rowsOf(figures), operation.name, steps[0]?.rows);
  const never = figures.includes('never executed') ? [{ label: 'Run', text: 'never' }] : [];
  return {
    ...operation,
    facts: [...operation.facts, ...never],
    rows,
    scan: operation.scan && steps.length === 0 && isLarge(rows),
    warnings: [],
    weight: {
      timeMs: product(figureOf(figures, /actual time=\S+?\.\.(\S+)/), rows.loops),
      aside: operation.name.startsWith('Select #'),
    },
    steps,
  };
}

function rowsOf(figures: string): Rows {
  return {
    estimated: figureOf(figures, /cost=\S+ rows=(\S+?)\)/),
    actual: figureOf(figures, /actual .*rows=(\S+) /),
    loops: figureOf(figures, /loops=(\S+?)\)/),
  };
}

function figureOf(text: string, pattern: RegExp): number | undefined {
  const number = Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}
