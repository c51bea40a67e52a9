import type { Cell } from '../engine.ts';

type PlanNode = Readonly<Record<string, Cell>>;

/** Told in the head of a node's line. */
const IN_HEAD = new Set([
  'Node Type',
  'Relation Name',
  'Schema',
  'Alias',
  'Index Name',
  'Startup Cost',
  'Total Cost',
  'Plan Rows',
  'Plan Width',
  'Actual Startup Time',
  'Actual Total Time',
  'Actual Rows',
  'Actual Loops',
  'Plans',
]);

/** The tree shows these already. */
const NOISE = new Set(['Parallel Aware', 'Async Capable', 'Parent Relationship', 'Disabled']);

function isNode(value: Cell | undefined): value is PlanNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
  const time =
    node['Actual Total Time'] === undefined
      ? ''
      : `time=${node['Actual Startup Time']}..${node['Actual Total Time']} `;
  return ` (actual ${time}rows=${node['Actual Rows']} loops=${node['Actual Loops']})`;
}

function detailsOf(node: PlanNode): string[] {
  return Object.entries(node).flatMap(([name, value]) => {
    const text = IN_HEAD.has(name) || NOISE.has(name) ? '' : tell(value);
    return text === '' ? [] : [`${name}: ${text}`];
  });
}

/** Nothing for what says nothing. */
function tell(value: Cell): string {
  if (value === 0 || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => tell(item)).join(', ');
  if (!isNode(value)) return String(value);
  const parts = Object.entries(value).map(([name, part]) => [name, tell(part)]);
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

/** The text of a plan that is there as JSON: the same tree, and every figure that is not zero. */
export function renderPlan(document: Cell): string {
  const root = Array.isArray(document) ? document[0] : document;
  if (!isNode(root) || !isNode(root.Plan)) return JSON.stringify(document);
  const { Plan: plan, ...rest } = root;
  return [...linesOf(plan, 0), ...detailsOf(rest)].join('\n');
}
