import { isRecord } from '../../form/schema.ts';
import { formatDuration } from '../../format.ts';
import { type Fields, fieldsAt, listAt, numberAt, product, sumOf, textAt } from './fields.ts';
import { type Draft, type Fact, fact, isLarge, type Rows, type Step, type Weight } from './step.ts';

interface Surroundings {
  /** How many processes share the work. */
  readonly processes: number;
  /** Time of each common table expression, all runs. */
  readonly ctes: ReadonlyMap<string, number>;
}

/** The answer of EXPLAIN (FORMAT JSON), with or without ANALYZE. */
export function readPostgres(json: unknown): Draft | undefined {
  const document: unknown = Array.isArray(json) ? json[0] : undefined;
  const plan = isRecord(document) ? fieldsAt(document, 'Plan') : undefined;
  if (!isRecord(document) || !plan) return undefined;
  const surroundings = { processes: 1, ctes: timesOfCtes(plan) };
  return {
    steps: [readNode(plan, undefined, surroundings), ...extras(document)],
    facts: [
      ...fact('Planning', duration(document, 'Planning Time')),
      ...fact('Execution', duration(document, 'Execution Time')),
      ...fact('Cost', numberAt(plan, 'Total Cost')?.toString()),
    ],
  };
}

function duration(fields: Fields, key: string): string | undefined {
  const ms = numberAt(fields, key);
  return ms === undefined ? undefined : formatDuration(ms);
}

/** Time that goes by outside the tree. */
function extras(document: Fields): readonly Step[] {
  return listAt(document, 'Triggers').map((trigger) => ({
    name: 'Trigger',
    on: textAt(trigger, 'Relation'),
    facts: fact('Name', textAt(trigger, 'Constraint Name') ?? textAt(trigger, 'Trigger Name')),
    rows: { loops: numberAt(trigger, 'Calls') },
    warnings: [],
    weight: { timeMs: numberAt(trigger, 'Time') },
    steps: [],
  }));
}

function readNode(node: Fields, parent: Fields | undefined, around: Surroundings): Step {
  const children = listAt(node, 'Plans');
  const processes = (numberAt(node, 'Workers Launched') ?? 0) + around.processes;
  return {
    name: nameOf(node),
    role: textAt(node, 'Subplan Name'),
    on: targetOf(node),
    index: textAt(node, 'Index Name'),
    facts: factsOf(node),
    rows: rowsOf(node),
    scan: isLargeScan(node),
    warnings: warningsOf(node),
    weight: weightOf(node, parent, around),
    steps: children.map((child) => readNode(child, node, { ...around, processes })),
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

/** What is planned tells only the rows that are kept; the cost tells whether it is more than a few pages. */
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

/** As the text form of a plan puts it. */
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

const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'TID Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Filter',
  'One-Time Filter',
  'Order By',
  'Sort Key',
  'Presorted Key',
  'Group Key',
  'Cache Key',
  'Conflict Resolution',
];

function factsOf(node: Fields): readonly Fact[] {
  return [
    ...CONDITIONS.flatMap((key) => fact(key, textAt(node, key))),
    ...fact('Method', sortMethod(node)),
    ...fact('Workers', numberAt(node, 'Workers Planned')?.toString()),
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
  return [
    ...(textAt(node, 'Sort Space Type') === 'Disk'
      ? [`Sorts on disk (${at('Sort Space Used')} kB): it did not fit into work_mem.`]
      : []),
    ...(at('Hash Batches') > 1
      ? [`The hash table did not fit into work_mem: ${at('Hash Batches')} batches.`]
      : []),
    ...(at('Disk Usage') > 0
      ? [`Groups went to disk (${at('Disk Usage')} kB): they did not fit into work_mem.`]
      : []),
    ...(at('Lossy Heap Blocks') > 0
      ? ['The bitmap did not fit into work_mem: whole pages are checked again.']
      : []),
    ...('Workers Launched' in node && missing > 0
      ? [`${missing} of ${at('Workers Planned')} workers could not be started.`]
      : []),
  ];
}

function weightOf(node: Fields, parent: Fields | undefined, around: Surroundings): Weight {
  const cte = cteOf(node);
  const scanned = around.ctes.get(textAt(node, 'CTE Name') ?? '');
  return {
    cost: numberAt(node, 'Total Cost'),
    timeMs: timeOf(node, around.processes),
    runs: parent && runsOf(node, parent),
    once: cte !== undefined || parent?.['Node Type'] === 'Materialize',
    aside: cte !== undefined,
    ...(scanned === undefined ? {} : { elsewhereMs: scanned }),
  };
}

/** Each process tells its own time, and they run side by side. */
function timeOf(node: Fields, processes: number): number | undefined {
  const ms = product(numberAt(node, 'Actual Total Time'), numberAt(node, 'Actual Loops'));
  return ms === undefined ? undefined : ms / processes;
}

/** The inner side of a nested loop runs for each row of the outer one, a subplan for each row of its owner. */
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

/** A common table expression is worked out while its scan runs, and shown below the step that names it. */
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
