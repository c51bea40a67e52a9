import { isRecord } from '@molehill/core/record';
import type { Cell } from '../engine.ts';

type PlanNode = Readonly<Record<string, Cell>>;

/** Printed in the first line of a node. */
const IN_HEAD = new Set(
  `Node Type,Relation Name,Schema,Alias,Index Name,Startup Cost,Total Cost,Plan Rows,Plan Width,Actual Startup Time,
Actual Total Time,Actual Rows,Actual Loops,Plans`.split(/,\s*/),
);

/** Redundant in a tree. */
const REDUNDANT = new Set(['Parallel Aware', 'Async Capable', 'Parent Relationship', 'Disabled']);

function isNode(value: Cell | undefined): value is PlanNode {
  return isRecord(value);
}

function headOf(node: PlanNode): string {
  const on = node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`;
  const using = node['Index Name'] === undefined ? '' : ` using ${node['Index Name']}`;
  const cost = `(cost=${node['Startup Cost']}..${node['Total Cost']} rows=${node['Plan Rows']} width=${node['Plan Width']})`;
  return `${node['Node Type']}${using}${on}  ${cost}${actualOf(node)}`;
}

function actualOf(node: PlanNode): string {
  if (node['Actual Loops'] === undefined) return '';
  if (node['Actual Loops'] === 0) return ' (never executed)';
  const [start, total] = [node['Actual Startup Time'], node['Actual Total Time']];
  const time = total === undefined ? '' : `time=${start}..${total} `;
  return ` (actual ${time}rows=${node['Actual Rows']} loops=${node['Actual Loops']})`;
}

function detailsOf(node: PlanNode): string[] {
  return Object.entries(node).flatMap(([name, value]) => {
    const text = IN_HEAD.has(name) || REDUNDANT.has(name) ? '' : render(value);
    return text === '' ? [] : [`${name}: ${text}`];
  });
}

/** Empty for zero and null. */
function render(value: Cell): string {
  if (value === 0 || value === null) return '';
  if (Array.isArray(value)) return value.map(render).join(', ');
  if (!isNode(value)) return String(value);
  const parts = Object.entries(value).map(([name, part]) => [name, render(part)]);
  return parts.flatMap(([name, text]) => (text === '' ? [] : [`${name}=${text}`])).join(' ');
}

function linesOf(node: PlanNode, depth: number): string[] {
  const indent = '      '.repeat(depth);
  const arrow = depth === 0 ? '' : `${indent.slice(4)}->  `;
  const children = Array.isArray(node.Plans) ? node.Plans.filter(isNode) : [];
  return [
    `${arrow}${headOf(node)}`,
    ...detailsOf(node).map((line) => `${indent}  ${line}`),
    ...children.flatMap((child) => linesOf(child, depth + 1)),
  ];
}

/** Renders a JSON plan as EXPLAIN prints text, without figures that are zero. */
export function renderPlan(document: Cell): string {
  const root = Array.isArray(document) ? document[0] : document;
  if (!isNode(root) || !isNode(root.Plan)) return JSON.stringify(document);
  const { Plan: plan, ...rest } = root;
  return [...linesOf(plan, 0), ...detailsOf(rest)].join('\n');
}
