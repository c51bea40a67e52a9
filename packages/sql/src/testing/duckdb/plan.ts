import type { DuckDBInstance } from '@duckdb/node-api';
import { isRecord } from '@molehill/core/record';
import type { Plan, RunOptions, Statement } from '../../engines/engine.ts';
import { type Fields, fieldsAt, listAt, numberAt, textAt } from '../../engines/shared/plan/fields.ts';
import { detail, type EnginePlan, type PlanNode } from '../../engines/shared/plan/node.ts';
import { run } from './run.ts';

export async function explain(
  instance: DuckDBInstance,
  { sql, params }: Statement,
  { analyze, ...options }: RunOptions & { readonly analyze: boolean },
): Promise<Plan> {
  const ask = async (prefix: string) => {
    const cursor = await run(instance, { sql: `${prefix} ${sql}`, params }, options);
    try {
      return String((await cursor.fetch(1, options.signal)).rows[0]?.[1]);
    } finally {
      await cursor.close();
    }
  };
  const json = await ask(analyze ? 'EXPLAIN (ANALYZE, FORMAT json)' : 'EXPLAIN (FORMAT json)');
  return { text: analyze ? json : await ask('EXPLAIN'), json: JSON.parse(json) };
}

export function readPlan({ json }: Plan): EnginePlan | undefined {
  const roots: readonly unknown[] = Array.isArray(json) ? json : [json];
  return { nodes: roots.filter(isRecord).map(readNode), details: [] };
}

function readNode(node: Fields): PlanNode {
  const extra = fieldsAt(node, 'extra_info') ?? {};
  const seconds = numberAt(node, 'operator_timing');
  return {
    name: textAt(node, 'name') ?? textAt(node, 'operator_name') ?? 'QUERY',
    relation: textAt(extra, 'Table'),
    details: detail('Filter', textAt(extra, 'Filters')),
    rows: {
      estimated: numberAt(extra, 'Estimated Cardinality'),
      actual: numberAt(node, 'operator_cardinality'),
    },
    warnings: [],
    weight: { own: { time: seconds === undefined ? undefined : seconds * 1000 } },
    children: listAt(node, 'children').map(readNode),
  };
}
