import { isRecord } from '@molehill/core/record';
import { words } from '../../../word-list.ts';
import { type Fields, fieldsAt, listAt, numberAt, product, sumOf, textAt } from '../../shared/plan/fields.ts';
import {
  type Detail,
  detail,
  type EnginePlan,
  milliseconds,
  type PlanNode,
  planNode,
  warnings,
} from '../../shared/plan/node.ts';
import { readBlockTable } from './table.ts';

/** EXPLAIN FORMAT=JSON of MariaDB and of MySQL before version 9, and ANALYZE FORMAT=JSON of MariaDB: nested blocks. */
export function readBlocks(json: unknown): EnginePlan | undefined {
  const block = isRecord(json) ? fieldsAt(json, 'query_block') : undefined;
  if (!block) return undefined;
  const ms = numberAt(block, 'r_total_time_ms');
  const cost = numberAt(block, 'cost') ?? numberAt(fieldsAt(block, 'cost_info') ?? {}, 'query_cost');
  return {
    nodes: nodesOfBlock(block),
    details: [...detail('Execution', milliseconds(ms)), ...detail('Cost', cost?.toFixed(2))],
  };
}

/** Keys that describe their parent and are not nodes. */
const DESCRIPTIONS = words(
  'cost_info r_engine_stats query_optimization rowid_filter windows r_keys index_merge',
);

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

/** The nodes of a block or of a part of it. `before` is the number of estimated rows of the tables before it. */
function nodesOf(part: Fields, before = 1): readonly PlanNode[] {
  return Object.entries(part).flatMap(([key, value]) => {
    if (DESCRIPTIONS.has(key)) return [];
    if (key === 'nested_loop') return nestedLoop(listAt(part, key), before);
    if (Array.isArray(value))
      return value.filter(isRecord).flatMap((item) => inRole(nodesOf(item, before), key, item));
    return isRecord(value) ? [nodeOf(key, value, before)] : [];
  });
}

function nodesOfBlock(block: Fields): readonly PlanNode[] {
  const message = textAt(block, 'message');
  return message === undefined ? nodesOf(block) : [planNode({ name: message })];
}

function nodeOf(key: string, part: Fields, before: number): PlanNode {
  if (key === 'query_block') return selectNode(part);
  if (key === 'table') return readBlockTable(part, before, nodesOf(part));
  const inner = innerOf(key, part, before);
  return {
    name: NAMES[key] ?? asLabel(key),
    details: detailsOf(part),
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
    children: inner,
  };
}

/** A materialized subquery needs no extra select node. */
function innerOf(key: string, part: Fields, before: number): readonly PlanNode[] {
  const block = key.startsWith('materialized') ? fieldsAt(part, 'query_block') : undefined;
  return block ? nodesOfBlock(block) : nodesOf(part, before);
}

function selectNode(block: Fields): PlanNode {
  const number = numberAt(block, 'select_id');
  return planNode({
    name: number === undefined ? 'Select' : `Select #${number}`,
    details: detailsOf(block),
    rows: { loops: numberAt(block, 'r_loops') },
    children: nodesOfBlock(block),
  });
}

function asLabel(key: string): string {
  const words = key.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inRole(children: readonly PlanNode[], key: string, item: Fields): readonly PlanNode[] {
  if (!key.endsWith('subqueries')) return children;
  return children.map((node) => ({
    ...node,
    role: item.dependent === true ? 'dependent subquery' : 'subquery',
  }));
}

/** Each table is read once for every row of the tables before it. */
function nestedLoop(items: readonly Fields[], atFirst: number): readonly PlanNode[] {
  let before = atFirst;
  const children = items.flatMap((item) => {
    const read = nodesOf(item, before);
    before = product(before, fanOut(item)) ?? before;
    return read;
  });
  return children.length > 1 ? [planNode({ name: 'Nested loop', children })] : children;
}

/** Estimated rows of a table for one row of the tables before it. */
function fanOut(item: Fields): number | undefined {
  const table = tableWithin(item);
  const filtered = table && numberAt(table, 'filtered');
  return table && product(numberAt(table, 'rows'), filtered === undefined ? 1 : filtered / 100);
}

/** A sort or a join buffer may wrap the table. */
function tableWithin(item: Fields): Fields | undefined {
  const table = fieldsAt(item, 'table');
  if (table) return table;
  const wrapped = Object.values(item).find(isRecord);
  return wrapped && tableWithin(wrapped);
}

function detailsOf(part: Fields): readonly Detail[] {
  const means = [part.using_filesort && 'sorting', part.using_temporary_table && 'a temporary table'];
  return [
    ...detail('Sort key', textAt(part, 'sort_key')),
    ...detail('Condition', textAt(part, 'attached_condition') ?? textAt(part, 'having_condition')),
    ...detail('By', means.filter(Boolean).join(' and ')),
    ...detail('State', textAt(part, 'state')),
  ];
}

function warningsOf(key: string, part: Fields): readonly string[] {
  const passes = numberAt(part, 'r_sort_passes') ?? 0;
  return warnings(
    key === 'block-nl-join' &&
      part.join_type === 'BNL' &&
      'Joins without an index: every row is compared with every buffered row.',
    passes > 0 && `Sorts on disk: ${passes} merge passes.`,
  );
}

/** Depending on the version, a sort's time includes reading its rows or not. */
function ownTime(key: string, part: Fields, inner: readonly PlanNode[]): number | undefined {
  if (key === 'block-nl-join')
    return sumOf(numberAt(part, 'r_unpack_time_ms'), numberAt(part, 'r_other_time_ms'));
  const total = numberAt(part, 'r_total_time_ms');
  const below = inner.reduce((sum, { weight }) => sum + (weight.own?.time ?? 0), 0);
  return total !== undefined && total >= below ? total - below : total;
}
