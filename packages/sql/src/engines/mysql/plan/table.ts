import { type Fields, fieldsAt, numberAt, product, sumOf, textAt } from '../../shared/plan/fields.ts';
import { detail, isLarge, type PlanNode, planNode, type Rows, type Weight } from '../../shared/plan/node.ts';

const ACCESS: Readonly<Record<string, string>> = {
  ALL: 'Table scan',
  index: 'Index scan',
  range: 'Index range scan',
  ref: 'Index lookup',
  ref_or_null: 'Index lookup, or null',
  eq_ref: 'Unique index lookup',
  const: 'One row by unique index',
  system: 'One row',
  fulltext: 'Full-text search',
  index_merge: 'Several indexes merged',
  unique_subquery: 'Unique index lookup',
  index_subquery: 'Index lookup',
  hash_ALL: 'Table scan into a hash',
};

/** Reads one table of a block plan. It is read once for each of the rows `before` it. */
export function readBlockTable(table: Fields, before: number, children: readonly PlanNode[]): PlanNode {
  const access = textAt(table, 'access_type') ?? '';
  const rows = rowsOf(table);
  return planNode({
    name: nameOf(table, access),
    relation: textAt(table, 'table_name'),
    index: textAt(table, 'key'),
    details: [
      ...detail('Lookup', lookupOf(table)),
      ...detail('Index condition', textAt(table, 'index_condition')),
      ...detail('Condition', textAt(table, 'attached_condition')),
      ...detail('Index', table.using_index ? 'contains all columns needed' : undefined),
      ...detail('Join buffer', textAt(table, 'using_join_buffer')),
    ],
    rows,
    scan: access === 'ALL' && !isDerived(table) && isLarge(rows),
    weight: weightOf(table, before),
    children,
  });
}

function nameOf(table: Fields, access: string): string {
  if (table.insert) return 'Insert';
  const change = table.delete ? 'Delete: ' : table.update ? 'Update: ' : '';
  return textAt(table, 'message') ?? `${change}${ACCESS[access] ?? (access || 'Table')}`;
}

/** Reading a derived table completely is not a scan of a stored one. */
function isDerived(table: Fields): boolean {
  const kept = fieldsAt(table, 'materialized') ?? fieldsAt(table, 'materialized_from_subquery');
  return kept !== undefined || textAt(table, 'table_name')?.startsWith('<') === true;
}

function lookupOf(table: Fields): string | undefined {
  const ref = textAt(table, 'ref');
  return ref && `${textAt(table, 'used_key_parts') ?? textAt(table, 'key')} = ${ref}`;
}

function rowsOf(table: Fields): Rows {
  const actual = numberAt(table, 'r_rows');
  const loops = numberAt(table, 'r_loops');
  const kept = numberAt(table, 'r_filtered');
  const read = product(actual, loops ?? 1);
  return {
    read,
    kept: product(read, kept === undefined ? undefined : kept / 100),
    estimated: numberAt(table, 'rows') ?? numberAt(table, 'rows_examined_per_scan'),
    actual,
    loops,
  };
}

function weightOf(table: Fields, before: number): Weight {
  const costs = fieldsAt(table, 'cost_info') ?? {};
  const time = sumOf(numberAt(table, 'r_table_time_ms'), numberAt(table, 'r_other_time_ms'));
  return {
    own: {
      time: time ?? numberAt(table, 'r_total_time_ms'),
      cost: numberAt(table, 'cost') ?? sumOf(numberAt(costs, 'read_cost'), numberAt(costs, 'eval_cost')),
      rows: product(numberAt(table, 'rows'), before),
    },
  };
}
