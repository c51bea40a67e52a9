import { product } from '../../shared/plan/fields.ts';
import { type EnginePlan, isLarge, type PlanNode, planNode, type Rows } from '../../shared/plan/node.ts';
import { readOperation, withFilter } from './operation.ts';

/** Reads the text of EXPLAIN ANALYZE: before version 9 no JSON has the measured times. */
export function readTree(text: string): EnginePlan | undefined {
  if (!/^-> /.test(text) || !text.includes('(actual time=')) return undefined;
  return { nodes: nodesOf(linesOf(text)), details: [] };
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

/** Lines with a larger indent belong to the node before them. */
function nodesOf([first, ...rest]: readonly Line[]): PlanNode[] {
  if (!first) return [];
  const next = rest.findIndex(({ indent }) => indent <= first.indent);
  const end = next < 0 ? rest.length : next;
  return [readNode(first.text, rest.slice(0, end)), ...nodesOf(rest.slice(end))];
}

const FIGURES = /(?:\s+\((?:cost=|actual |never )[^()]*\))*$/;

function readNode(text: string, below: readonly Line[]): PlanNode {
  const figures = FIGURES.exec(text)?.[0] ?? '';
  const operation = readOperation(text.slice(0, text.length - figures.length));
  const children = nodesOf(below);
  const rows = withFilter(rowsOf(figures), operation.name, children[0]?.rows);
  const never = figures.includes('never executed') ? [{ label: 'Run', text: 'never' }] : [];
  return planNode({
    ...operation,
    details: [...operation.details, ...never],
    rows,
    scan: operation.scan && children.length === 0 && isLarge(rows),
    weight: {
      timeMs: product(figureOf(figures, /actual time=\S+?\.\.(\S+)/), rows.loops),
      aside: operation.name.startsWith('Select #'),
    },
    children,
  });
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
