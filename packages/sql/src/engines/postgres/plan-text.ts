import { isRecord } from '@molehill/core/record';
import type { Cell } from '../engine.ts';
import { headOf, IN_HEAD, type PlanNode } from './plan-head.ts';

/** Part of the JSON only, or of the text only with VERBOSE. */
const NOT_IN_TEXT = new Set([
  'Parent Relationship',
  'Subplan Name',
  'Plans',
  'Workers',
  'Inner Unique',
  'Async Capable',
  'Index Scan Pages',
  'Triggers',
]);

/** Printed although it is zero. */
const EVEN_IF_ZERO = new Set(['Heap Fetches']);

const LEFT_OUT_AT_ZERO = new Set(['Planned Partitions', 'Disk Usage']);

/** Several fields on one line: the label in the text, the field, and its unit. */
type Part = readonly [label: string, field: string, unit?: string];

const COMBINED: readonly (readonly Part[])[] = [
  [
    ['Buckets', 'Hash Buckets'],
    ['Batches', 'Hash Batches'],
    ['Memory Usage', 'Peak Memory Usage', 'kB'],
  ],
  [
    ['Planned Partitions', 'Planned Partitions'],
    ['Batches', 'HashAgg Batches'],
    ['Memory Usage', 'Peak Memory Usage', 'kB'],
    ['Disk Usage', 'Disk Usage', 'kB'],
  ],
  [
    ['Hits', 'Cache Hits'],
    ['Misses', 'Cache Misses'],
    ['Evictions', 'Cache Evictions'],
    ['Overflows', 'Cache Overflows'],
    ['Memory Usage', 'Peak Memory Usage', 'kB'],
  ],
  [
    ['Storage', 'Storage'],
    ['Maximum Storage', 'Maximum Storage', 'kB'],
  ],
];

const BUFFERS = /^(Shared|Local|Temp) (Hit|Read|Dirtied|Written) Blocks$/;
const HEAP_BLOCKS = /^(Exact|Lossy) Heap Blocks$/;
const HIDDEN = /^(Original Hash |Sort Space |I\/O |Shared I\/O |Local I\/O |Temp I\/O )/;
const MILLISECONDS = new Set(['Planning Time', 'Execution Time']);

function isNode(value: Cell | undefined): value is PlanNode {
  return isRecord(value);
}

/** The lines under the head of a node, in the order of the fields. A combined line takes the place of its first field. */
function detailsOf(node: PlanNode): string[] {
  const printed = new Set<string>();
  const lines: string[] = [];
  for (const field of Object.keys(node)) {
    if (IN_HEAD.has(field) || NOT_IN_TEXT.has(field) || HIDDEN.test(field) || printed.has(field)) continue;
    const { text, fields } = lineOf(node, field);
    for (const each of fields) printed.add(each);
    if (text !== '') lines.push(text);
  }
  return lines;
}

function lineOf(
  node: PlanNode,
  field: string,
): { readonly text: string; readonly fields: readonly string[] } {
  const all = Object.keys(node);
  if (BUFFERS.test(field)) return { text: buffersOf(node), fields: all.filter((each) => BUFFERS.test(each)) };
  if (HEAP_BLOCKS.test(field))
    return { text: heapBlocksOf(node), fields: all.filter((each) => HEAP_BLOCKS.test(each)) };
  if (field === 'Sort Method') return { text: sortMethodOf(node), fields: [field] };
  const parts = COMBINED.find((line) =>
    line.some(([, part]) => part === field && part in node && first(line) in node),
  );
  if (parts) return { text: combined(node, parts), fields: parts.map(([, part]) => part) };
  const text = render(node[field] ?? null, EVEN_IF_ZERO.has(field));
  const unit = MILLISECONDS.has(field) ? ' ms' : '';
  return { text: text === '' ? '' : `${field}: ${text}${unit}`, fields: [field] };
}

/** The field that decides which combined line a shared field such as Peak Memory Usage belongs to. */
const first = (line: readonly Part[]) =>
  (line.find(([, field]) => field !== 'Planned Partitions') ?? line[0])?.[1] ?? '';

function combined(node: PlanNode, parts: readonly Part[]): string {
  return parts
    .flatMap(([label, field, unit = '']) => {
      const value = node[field];
      if (value === undefined || (value === 0 && LEFT_OUT_AT_ZERO.has(field))) return [];
      const original = node[`Original ${field}`];
      const changed = original !== undefined && original !== value ? ` (originally ${original})` : '';
      return [`${label}: ${value}${unit}${changed}`];
    })
    .join('  ');
}

function sortMethodOf(node: PlanNode): string {
  return `Sort Method: ${node['Sort Method']}  ${node['Sort Space Type']}: ${node['Sort Space Used']}kB`;
}

function heapBlocksOf(node: PlanNode): string {
  const counts = ['Exact', 'Lossy'].flatMap((kind) => {
    const count = node[`${kind} Heap Blocks`];
    return count ? [`${kind.toLowerCase()}=${count}`] : [];
  });
  return counts.length === 0 ? '' : `Heap Blocks: ${counts.join(' ')}`;
}

function buffersOf(node: PlanNode): string {
  const kinds = ['Shared', 'Local', 'Temp'].flatMap((kind) => {
    const counts = ['Hit', 'Read', 'Dirtied', 'Written'].flatMap((what) => {
      const count = node[`${kind} ${what} Blocks`];
      return count ? [`${what.toLowerCase()}=${count}`] : [];
    });
    return counts.length === 0 ? [] : [`${kind.toLowerCase()} ${counts.join(' ')}`];
  });
  return kinds.length === 0 ? '' : `Buffers: ${kinds.join(', ')}`;
}

/** Empty for null, false, and zero unless it is printed all the same. */
function render(value: Cell, evenIfZero = false): string {
  if (value === null || value === false || (value === 0 && !evenIfZero)) return '';
  if (Array.isArray(value)) return value.map((each) => render(each)).join(', ');
  if (!isNode(value)) return String(value);
  const parts = Object.entries(value).map(([name, part]) => [name, render(part)]);
  return parts.flatMap(([name, text]) => (text === '' ? [] : [`${name}=${text}`])).join(' ');
}

/** Indented as by the server: an arrow takes four characters, a label of a subplan one more level. */
function linesOf(node: PlanNode, level: number): string[] {
  const label = node['Subplan Name'];
  const labelled = label === undefined ? level : level + 1;
  const pad = (by: number) => '  '.repeat(by);
  const own = labelled === 0 ? 1 : labelled + 3;
  const children = Array.isArray(node.Plans) ? node.Plans.filter(isNode) : [];
  return [
    ...(label === undefined ? [] : [`${pad(level)}${label}`]),
    `${labelled === 0 ? '' : `${pad(labelled)}->  `}${headOf(node)}`,
    ...detailsOf(node).map((line) => `${pad(own)}${line}`),
    ...children.flatMap((child) => linesOf(child, own)),
  ];
}

function triggersOf(triggers: Cell | undefined): string[] {
  if (!Array.isArray(triggers)) return [];
  return triggers
    .filter(isNode)
    .map((trigger) => `Trigger ${trigger['Trigger Name']}: time=${trigger.Time} calls=${trigger.Calls}`);
}

/** Renders a JSON plan as EXPLAIN prints text. */
export function renderPlan(document: Cell): string {
  const root = Array.isArray(document) ? document[0] : document;
  if (!isNode(root) || !isNode(root.Plan)) return JSON.stringify(document);
  const { Plan: plan, Planning: planning, Triggers: triggers, ...rest } = root;
  const buffers = isNode(planning) ? detailsOf(planning) : [];
  return [
    ...linesOf(plan, 0),
    ...(buffers.length === 0 ? [] : ['Planning:', ...buffers.map((line) => `  ${line}`)]),
    ...detailsOf(Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'Execution Time'))),
    ...triggersOf(triggers),
    ...detailsOf('Execution Time' in rest ? { 'Execution Time': rest['Execution Time'] ?? null } : {}),
  ].join('\n');
}
