import { isRecord } from '@molehill/core/record';
import type { Plan } from '../engine.ts';
import {
  type Fields,
  fieldsAt,
  listAt,
  numberAt,
  parsedJson,
  product,
  sumOf,
  textAt,
} from '../shared/plan/fields.ts';
import {
  type Detail,
  detail,
  type EnginePlan,
  isLarge,
  milliseconds,
  type PlanNode,
  planNode,
  type Rows,
  type Weight,
  warnings,
} from '../shared/plan/node.ts';

interface PlanContext {
  /** Parallel workers and leader. */
  readonly processes: number;
  /** Time of each common table expression, all runs. */
  readonly ctes: ReadonlyMap<string, number>;
}

/** Reads EXPLAIN (FORMAT JSON), with or without ANALYZE. */
export function readPlan({ json }: Plan): EnginePlan | undefined {
  const documents = parsedJson(json);
  const document: unknown = Array.isArray(documents) ? documents[0] : undefined;
  const plan = isRecord(document) ? fieldsAt(document, 'Plan') : undefined;
  if (!isRecord(document) || !plan) return undefined;
  const context = { processes: 1, ctes: timesOfCtes(plan) };
  return {
    nodes: [readNode(plan, undefined, context), ...extras(document)],
    details: [
      ...detail('Planning', milliseconds(numberAt(document, 'Planning Time'))),
      ...detail('Execution', milliseconds(numberAt(document, 'Execution Time'))),
      ...detail('Cost', numberAt(plan, 'Total Cost')?.toString()),
    ],
  };
}

/** Triggers run outside the tree. */
function extras(document: Fields): readonly PlanNode[] {
  return listAt(document, 'Triggers').map((trigger) =>
    planNode({
      name: 'Trigger',
      relation: textAt(trigger, 'Relation'),
      details: detail('Name', textAt(trigger, 'Constraint Name') ?? textAt(trigger, 'Trigger Name')),
      rows: { loops: numberAt(trigger, 'Calls') },
      weight: { timeMs: numberAt(trigger, 'Time') },
    }),
  );
}

function readNode(node: Fields, parent: Fields | undefined, context: PlanContext): PlanNode {
  const children = listAt(node, 'Plans');
  const processes = (numberAt(node, 'Workers Launched') ?? 0) + context.processes;
  return {
    name: nameOf(node),
    role: textAt(node, 'Subplan Name'),
    relation: targetOf(node),
    index: textAt(node, 'Index Name'),
    details: detailsOf(node),
    rows: rowsOf(node),
    scan: isLargeScan(node),
    warnings: warningsOf(node),
    weight: weightOf(node, parent, context),
    children: children.map((child) => readNode(child, node, { ...context, processes })),
  };
}

function rowsOf(node: Fields): Rows {
  return {
    estimated: numberAt(node, 'Plan Rows'),
    actual: numberAt(node, 'Actual Rows'),
    loops: numberAt(node, 'Actual Loops'),
    ...filteredBy(node),
  };
}

/** An estimate counts only the rows kept; the cost shows whether the table has more than a few pages. */
const COST_OF_SOME_PAGES = 20;

function isLargeScan(node: Fields): boolean {
  if (node['Node Type'] !== 'Seq Scan') return false;
  if ('Actual Rows' in node) return isLarge(rowsOf(node));
  return (numberAt(node, 'Total Cost') ?? 0) >= COST_OF_SOME_PAGES;
}

const AGGREGATES: Readonly<Record<string, string>> = {
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
};

/** The name in PostgreSQL's own text format. */
function nameOf(node: Fields): string {
  const type = textAt(node, 'Node Type') ?? 'Step';
  const parallel = node['Parallel Aware'] === true ? 'Parallel ' : '';
  const partial = textAt(node, 'Partial Mode');
  const mode = partial === undefined || partial === 'Simple' ? '' : `${partial} `;
  if (type === 'ModifyTable') return textAt(node, 'Operation') ?? type;
  if (type === 'Aggregate') return `${mode}${AGGREGATES[textAt(node, 'Strategy') ?? ''] ?? type}`;
  const backward = textAt(node, 'Scan Direction') === 'Backward' ? ' Backward' : '';
  return `${parallel}${joinName(type, textAt(node, 'Join Type'))}${backward}`;
}

function joinName(type: string, kind: string | undefined): string {
  if (kind === undefined || kind === 'Inner') return type;
  return `${type.replace(/ Join$/, '')} ${kind} Join`;
}

function targetOf(node: Fields): string | undefined {
  const name = textAt(node, 'Relation Name') ?? textAt(node, 'CTE Name') ?? textAt(node, 'Function Name');
  const alias = textAt(node, 'Alias');
  return name === undefined || alias === undefined || alias === name ? (name ?? alias) : `${name} ${alias}`;
}

const CONDITIONS = `Index Cond,Recheck Cond,TID Cond,Hash Cond,Merge Cond,Join Filter,Filter,One-Time Filter,
Order By,Sort Key,Presorted Key,Group Key,Cache Key,Conflict Resolution`.split(/,\s*/);

function detailsOf(node: Fields): readonly Detail[] {
  return [
    ...CONDITIONS.flatMap((key) => detail(key, textAt(node, key))),
    ...detail('Method', sortMethod(node)),
    ...detail('Workers', numberAt(node, 'Workers Planned')?.toString()),
    ...(node['Actual Loops'] === 0 ? [{ label: 'Run', text: 'never' }] : []),
  ];
}

function sortMethod(node: Fields): string | undefined {
  const method = textAt(node, 'Sort Method');
  const kilobytes = numberAt(node, 'Sort Space Used');
  return method && kilobytes !== undefined ? `${method}, ${kilobytes} kB` : method;
}

function filteredBy(node: Fields): Pick<Rows, 'read' | 'kept'> {
  const removed = sumOf(
    numberAt(node, 'Rows Removed by Filter'),
    numberAt(node, 'Rows Removed by Join Filter'),
  );
  const kept = product(numberAt(node, 'Actual Rows'), numberAt(node, 'Actual Loops'));
  return { kept, read: sumOf(kept, product(removed, numberAt(node, 'Actual Loops'))) };
}

function warningsOf(node: Fields): readonly string[] {
  const at = (key: string) => numberAt(node, key) ?? 0;
  const missing = at('Workers Planned') - at('Workers Launched');
  return warnings(
    textAt(node, 'Sort Space Type') === 'Disk' &&
      `Sorts on disk (${at('Sort Space Used')} kB): it did not fit into work_mem.`,
    at('Hash Batches') > 1 && `The hash table did not fit into work_mem: ${at('Hash Batches')} batches.`,
    at('Disk Usage') > 0 &&
      `Groups were written to disk (${at('Disk Usage')} kB): they did not fit into work_mem.`,
    at('Lossy Heap Blocks') > 0 && 'The bitmap did not fit into work_mem: whole pages are checked again.',
    'Workers Launched' in node &&
      missing > 0 &&
      `${missing} of ${at('Workers Planned')} workers could not be started.`,
  );
}

function weightOf(node: Fields, parent: Fields | undefined, context: PlanContext): Weight {
  const cte = cteOf(node);
  const scanned = context.ctes.get(textAt(node, 'CTE Name') ?? '');
  return {
    cost: numberAt(node, 'Total Cost'),
    timeMs: timeOf(node, context.processes),
    runs: parent && runsOf(node, parent),
    once: cte !== undefined || parent?.['Node Type'] === 'Materialize',
    aside: cte !== undefined,
    ...(scanned === undefined ? {} : { elsewhereMs: scanned }),
  };
}

/** Each worker reports its own time, and workers run in parallel. */
function timeOf(node: Fields, processes: number): number | undefined {
  const ms = product(numberAt(node, 'Actual Total Time'), numberAt(node, 'Actual Loops'));
  return ms === undefined ? undefined : ms / processes;
}

/** The inner side of a nested loop runs once for each outer row, a subplan once for each row of its parent. */
function runsOf(node: Fields, parent: Fields): number | undefined {
  const relationship = textAt(node, 'Parent Relationship');
  if (relationship === 'Inner' && parent['Node Type'] === 'Nested Loop') {
    const outer = listAt(parent, 'Plans').find((plan) => plan['Parent Relationship'] === 'Outer');
    return outer && numberAt(outer, 'Plan Rows');
  }
  const isHashed = JSON.stringify({ ...parent, Plans: [] }).includes(
    `hashed ${textAt(node, 'Subplan Name')}`,
  );
  return relationship === 'SubPlan' && !isHashed ? numberAt(parent, 'Plan Rows') : undefined;
}

function cteOf(node: Fields): string | undefined {
  return /^CTE (.+)$/.exec(textAt(node, 'Subplan Name') ?? '')?.[1];
}

/** A CTE is computed while its scan runs, but shown below the node that defines it. */
function timesOfCtes(plan: Fields): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const visit = (node: Fields) => {
    const name = cteOf(node);
    if (name !== undefined) times.set(name, timeOf(node, 1) ?? 0);
    listAt(node, 'Plans').forEach(visit);
  };
  visit(plan);
  return times;
}
