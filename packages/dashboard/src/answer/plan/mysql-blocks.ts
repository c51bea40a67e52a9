import { isRecord } from '../../form/schema.ts';
import { formatDuration } from '../../format.ts';
import { type Fields, fieldsAt, listAt, numberAt, product, sumOf, textAt } from './fields.ts';
import { readBlockTable, type TablePlace } from './mysql-table.ts';
import { type Draft, type Fact, fact, type Step } from './step.ts';

/** EXPLAIN FORMAT=JSON of MariaDB and of MySQL before version 9, and ANALYZE FORMAT=JSON of MariaDB: blocks within blocks. */
export function readMysqlBlocks(json: unknown): Draft | undefined {
  const block = isRecord(json) ? fieldsAt(json, 'query_block') : undefined;
  if (!block) return undefined;
  const ms = numberAt(block, 'r_total_time_ms');
  const cost = numberAt(block, 'cost') ?? numberAt(fieldsAt(block, 'cost_info') ?? {}, 'query_cost');
  return {
    steps: stepsOfBlock(block),
    facts: [
      ...fact('Execution', ms === undefined ? undefined : formatDuration(ms)),
      ...fact('Cost', cost?.toFixed(2)),
    ],
  };
}

/** Parts that describe their owner instead of being a step. */
const DESCRIPTIONS = new Set([
  'cost_info',
  'r_engine_stats',
  'query_optimization',
  'rowid_filter',
  'windows',
  'r_keys',
  'index_merge',
]);

const NAMES: Readonly<Record<string, string>> = {
  ordering_operation: 'Order',
  grouping_operation: 'Group',
  duplicates_removal: 'Remove duplicates',
  windowing: 'Window functions',
  window_functions_computation: 'Window functions',
  buffer_result: 'Buffer the result',
  filesort: 'Sort',
  temporary_table: 'Temporary table',
  read_sorted_file: 'Read sorted rows',
  'block-nl-join': 'Block nested loop join',
  union_result: 'Union',
  recursive_union: 'Recursive union',
  materialized: 'Materialize',
  materialized_from_subquery: 'Materialize',
  materialization: 'Materialize',
  expression_cache: 'Subquery cache',
};

/** The steps that a block, or any part of one, is made of. */
function stepsOf(part: Fields, place: TablePlace): readonly Step[] {
  return Object.entries(part).flatMap(([key, value]) => {
    if (DESCRIPTIONS.has(key)) return [];
    if (key === 'nested_loop') return nestedLoop(listAt(part, key), place);
    if (Array.isArray(value))
      return value.filter(isRecord).flatMap((item) => inRole(stepsOf(item, place), key, item));
    return isRecord(value) ? [stepOf(key, value, place)].flat() : [];
  });
}

const TOP: TablePlace = { before: 1 };

function stepsOfBlock(block: Fields): readonly Step[] {
  const message = textAt(block, 'message');
  return message === undefined ? stepsOf(block, TOP) : [plain(message)];
}

function stepOf(key: string, part: Fields, place: TablePlace): Step | readonly Step[] {
  if (key === 'query_block') return selectStep(part);
  if (key === 'table') return readBlockTable(part, place, stepsOf(part, TOP));
  const inner = innerOf(key, part, place);
  return {
    ...plain(NAMES[key] ?? inWords(key)),
    facts: factsOf(part),
    rows: {
      actual: numberAt(part, 'r_output_rows') ?? numberAt(part, 'r_rows'),
      loops: numberAt(part, 'r_loops'),
    },
    warnings: warningsOf(key, part),
    weight: {
      own: {
        time: ownTime(key, part, inner),
        cost: numberAt(fieldsAt(part, 'cost_info') ?? {}, 'sort_cost'),
      },
    },
    steps: inner,
  };
}

/** What a subquery is stored in needs no select of its own below it. */
function innerOf(key: string, part: Fields, place: TablePlace): readonly Step[] {
  const block = key.startsWith('materialized') ? fieldsAt(part, 'query_block') : undefined;
  return block ? stepsOfBlock(block) : stepsOf(part, place);
}

function selectStep(block: Fields): Step {
  const number = numberAt(block, 'select_id');
  return {
    ...plain(number === undefined ? 'Select' : `Select #${number}`),
    facts: factsOf(block),
    rows: { loops: numberAt(block, 'r_loops') },
    steps: stepsOfBlock(block),
  };
}

function plain(name: string): Step {
  return { name, facts: [], rows: {}, warnings: [], weight: {}, steps: [] };
}

function inWords(key: string): string {
  const words = key.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inRole(steps: readonly Step[], key: string, item: Fields): readonly Step[] {
  if (!key.endsWith('subqueries')) return steps;
  return steps.map((step) => ({
    ...step,
    role: item.dependent === true ? 'dependent subquery' : 'subquery',
  }));
}

/** One table after the other, each for every row of those before it. */
function nestedLoop(items: readonly Fields[], place: TablePlace): readonly Step[] {
  let before = place.before;
  const steps = items.flatMap((item) => {
    const read = stepsOf(item, { before });
    before = product(before, fanOut(item)) ?? before;
    return read;
  });
  return steps.length > 1 ? [{ ...plain('Nested loop'), steps }] : steps;
}

/** How many rows a table makes of one row of the tables before it, as planned. */
function fanOut(item: Fields): number | undefined {
  const table = tableWithin(item);
  const filtered = table && numberAt(table, 'filtered');
  return table && product(numberAt(table, 'rows'), filtered === undefined ? 1 : filtered / 100);
}

/** The table may be wrapped: in a sort, or in a join buffer. */
function tableWithin(item: Fields): Fields | undefined {
  const table = fieldsAt(item, 'table');
  if (table) return table;
  const wrapped = Object.values(item).find(isRecord);
  return wrapped && tableWithin(wrapped);
}

function factsOf(part: Fields): readonly Fact[] {
  return [
    ...fact('Sort key', textAt(part, 'sort_key')),
    ...fact('Condition', textAt(part, 'attached_condition') ?? textAt(part, 'having_condition')),
    ...fact(
      'By',
      [part.using_filesort && 'sorting', part.using_temporary_table && 'a temporary table']
        .filter(Boolean)
        .join(' and '),
    ),
    ...fact('State', textAt(part, 'state')),
  ];
}

function warningsOf(key: string, part: Fields): readonly string[] {
  const passes = numberAt(part, 'r_sort_passes') ?? 0;
  return [
    ...(key === 'block-nl-join' && part.join_type === 'BNL'
      ? ['Joins without an index: every row is compared with every buffered row.']
      : []),
    ...(passes > 0 ? [`Sorts on disk: ${passes} merge passes.`] : []),
  ];
}

/** A sort may or may not count the reading of its rows. */
function ownTime(key: string, part: Fields, inner: readonly Step[]): number | undefined {
  if (key === 'block-nl-join')
    return sumOf(numberAt(part, 'r_unpack_time_ms'), numberAt(part, 'r_other_time_ms'));
  const total = numberAt(part, 'r_total_time_ms');
  const below = inner.reduce((sum, { weight }) => sum + (weight.own?.time ?? 0), 0);
  return total !== undefined && total >= below ? total - below : total;
}
