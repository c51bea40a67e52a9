import { isRecord } from '../../form/schema.ts';
import { type Fields, fieldsAt, listAt, numberAt, product, textAt } from './fields.ts';
import { readOperation, withFilter } from './mysql-operation.ts';
import { type Draft, fact, isLarge, type Rows, type Step } from './step.ts';

/** Version 2 of MySQL's EXPLAIN FORMAT=JSON: the steps as they are carried out. */
export function readMysqlIterators(json: unknown): Draft | undefined {
  const plan = isRecord(json) ? fieldsAt(json, 'query_plan') : undefined;
  if (!plan) return undefined;
  const cost = numberAt(plan, 'estimated_total_cost');
  return { steps: [readStep(plan, {})], facts: fact('Cost', cost?.toFixed(2)) };
}

interface Place {
  readonly runs?: number | undefined;
  readonly aside?: boolean;
}

function readStep(node: Fields, { runs, aside = false }: Place): Step {
  const { name, on, index, facts, scan } = readOperation(textAt(node, 'operation') ?? 'Step');
  const steps = [...inputsOf(node), ...subqueriesOf(node)];
  return {
    name,
    role: textAt(node, 'heading'),
    on: on && (nameWithAlias(node) ?? on),
    index: textAt(node, 'index_name') ?? index,
    facts,
    rows: withFilter(rowsOf(node), name, steps[0]?.rows),
    scan: scan && steps.length === 0 && isLarge(rowsOf(node)),
    warnings: [],
    weight: {
      cost: costOf(node),
      timeMs: product(numberAt(node, 'actual_last_row_ms'), numberAt(node, 'actual_loops')),
      runs,
      once: node.access_type === 'materialize',
      aside,
    },
    steps,
  };
}

/** Where no row is expected, the cost is not known rather than nothing. */
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

/** What stands second in a nested loop runs for each row of the first. */
function inputsOf(node: Fields): readonly Step[] {
  const inputs = listAt(node, 'inputs');
  const outer =
    node.join_algorithm === 'nested_loop' && inputs[0] ? numberAt(inputs[0], 'estimated_rows') : undefined;
  return inputs.map((input, at) => readStep(input, at > 0 ? { runs: outer } : {}));
}

/** Subqueries of a select list and the like stand beside the step's inputs. */
function subqueriesOf(node: Fields): readonly Step[] {
  const keys = Object.keys(node).filter((key) => key.startsWith('inputs_from_'));
  return keys.flatMap((key) => listAt(node, key).map((input) => readStep(input, { aside: true })));
}
