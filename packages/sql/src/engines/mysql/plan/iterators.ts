import { isRecord } from '@molehill/core/record';
import { type Fields, fieldsAt, listAt, numberAt, product, textAt } from '../../shared/plan/fields.ts';
import {
  detail,
  type EnginePlan,
  isLarge,
  type PlanNode,
  planNode,
  type Rows,
} from '../../shared/plan/node.ts';
import { readOperation, withFilter } from './operation.ts';

/** Version 2 of MySQL's EXPLAIN FORMAT=JSON: one node for each iterator. */
export function readIterators(json: unknown): EnginePlan | undefined {
  const plan = isRecord(json) ? fieldsAt(json, 'query_plan') : undefined;
  if (!plan) return undefined;
  const cost = numberAt(plan, 'estimated_total_cost');
  return { nodes: [readNode(plan, {})], details: detail('Cost', cost?.toFixed(2)) };
}

interface Place {
  readonly runs?: number | undefined;
  readonly aside?: boolean;
}

function readNode(node: Fields, { runs, aside = false }: Place): PlanNode {
  const { name, relation, index, details, scan } = readOperation(textAt(node, 'operation') ?? 'Step');
  const children = [...inputsOf(node), ...subqueriesOf(node)];
  return planNode({
    name,
    role: textAt(node, 'heading'),
    relation: relation && (nameWithAlias(node) ?? relation),
    index: textAt(node, 'index_name') ?? index,
    details,
    rows: withFilter(rowsOf(node), name, children[0]?.rows),
    scan: scan && children.length === 0 && isLarge(rowsOf(node)),
    weight: {
      cost: costOf(node),
      timeMs: product(numberAt(node, 'actual_last_row_ms'), numberAt(node, 'actual_loops')),
      runs,
      once: node.access_type === 'materialize',
      aside,
    },
    children,
  });
}

/** With no rows expected the cost is unknown, not zero. */
function costOf(node: Fields): number | undefined {
  return numberAt(node, 'estimated_rows') === 0 ? undefined : numberAt(node, 'estimated_total_cost');
}

function rowsOf(node: Fields): Rows {
  return {
    estimated: numberAt(node, 'estimated_rows'),
    actual: numberAt(node, 'actual_rows'),
    loops: numberAt(node, 'actual_loops'),
  };
}

function nameWithAlias(node: Fields): string | undefined {
  const name = textAt(node, 'table_name');
  const alias = textAt(node, 'alias');
  return alias === undefined || alias === name ? name : `${name} ${alias}`;
}

/** The second input of a nested loop runs once for each row of the first. */
function inputsOf(node: Fields): readonly PlanNode[] {
  const inputs = listAt(node, 'inputs');
  const outer =
    node.join_algorithm === 'nested_loop' && inputs[0] ? numberAt(inputs[0], 'estimated_rows') : undefined;
  return inputs.map((input, at) => readNode(input, at > 0 ? { runs: outer } : {}));
}

/** Subqueries, as in a select list, are listed beside the inputs. */
function subqueriesOf(node: Fields): readonly PlanNode[] {
  const keys = Object.keys(node).filter((key) => key.startsWith('inputs_from_'));
  return keys.flatMap((key) => listAt(node, key).map((input) => readNode(input, { aside: true })));
}
