import { product } from '../../shared/plan/fields.ts';
import { type EnginePlan, isLarge, type PlanNode, type Rows } from '../../shared/plan/node.ts';
import { readOperation, withFilter } from './operation.ts';

/** Reads the text of EXPLAIN ANALYZE: before version 9 no JSON has the measured times. */
export function readTree(text: string): EnginePlan | undefined {
  if (!/^-> /.test(text) || !text.includes('(actual time=')) return undefined;
  const lines = linesOf(text);
  return { nodes: nodesAt(lines, 0, lines.length), details: [] };
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** A condition may span lines; only an arrow begins a node. */
function linesOf(text: string): readonly Line[] {
  return text.split(/\n(?= *-> )/).map((line) => {
    const indent = line.indexOf('->');
    return { indent, text: line.slice(indent + 3).trimEnd() };
  });
}

function nodesAt(lines: readonly Line[], from: number, to: number): PlanNode[] {
  const children: PlanNode[] = [];
  for (let at = from; at < to; ) {
    const line = lines[at];
    if (!line) break;
    let end = at + 1;
    while (end < to && (lines[end]?.indent ?? 0) > line.indent) end += 1;
    children.push(readNode(lines, at, end));
    at = end;
  }
  return children;
}

const FIGURES = /(?:\s+\((?:cost=|actual |never )[^()]*\))*$/;

function readNode(lines: readonly Line[], at: number, end: number): PlanNode {
  const text = lines[at]?.text ?? '';
  const figures = FIGURES.exec(text)?.[0] ?? '';
  const operation = readOperation(text.slice(0, text.length - figures.length));
  const children = nodesAt(lines, at + 1, end);
  const rows = withFilter(rowsOf(figures), operation.name, children[0]?.rows);
  const never = figures.includes('never executed') ? [{ label: 'Run', text: 'never' }] : [];
  return {
    ...operation,
    details: [...operation.details, ...never],
    rows,
    scan: operation.scan && children.length === 0 && isLarge(rows),
    warnings: [],
    weight: {
      timeMs: product(figureOf(figures, /actual time=\S+?\.\.(\S+)/), rows.loops),
      aside: operation.name.startsWith('Select #'),
    },
    children,
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
