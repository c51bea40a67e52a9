import { product } from '../../shared/plan/fields.ts';
import { type Detail, detail, type Rows } from '../../shared/plan/node.ts';

export interface Operation {
  readonly name: string;
  readonly relation?: string | undefined;
  readonly index?: string | undefined;
  readonly details: readonly Detail[];
  readonly scan: boolean;
}

const ACCESS = /^(.*(?:scan|lookup|search|records)) on (<[^>]*>|\S+)(?: using (\S+))?(?: (.*))?$/i;
const WITH_DETAIL = /^([^:(]+): (.*)$/s;
const WITH_CONDITION = /^([^:(]+) (\(.*\))$/s;

/** Parses MySQL's description of a node: `Index lookup on l using PRIMARY (order_id = o.id)`. */
export function readOperation(text: string): Operation {
  const access = ACCESS.exec(text);
  if (access) {
    const [, name = '', relation = '', index, rest] = access;
    const scan = name === 'Table scan' && !relation.startsWith('<');
    return { name, relation, index, details: detail('Condition', rest), scan };
  }
  const [, name, rest] = WITH_DETAIL.exec(text) ?? WITH_CONDITION.exec(text) ?? [];
  if (name === undefined) return { name: text, details: [], scan: false };
  return { name, details: detail(labelOf(name), rest), scan: false };
}

function labelOf(name: string): string {
  return LABELS[name] ?? (name.startsWith('Select #') ? 'Why' : 'Condition');
}

const LABELS: Readonly<Record<string, string>> = {
  Sort: 'Sort key',
  Limit: 'At most',
  Aggregate: 'Functions',
  'Group aggregate': 'Functions',
  'Window aggregate': 'Functions',
  'Zero rows': 'Why',
};

/** A filter does not report the rows it removed; the difference between input and output does. */
export function withFilter(rows: Rows, name: string, before: Rows | undefined): Rows {
  return name === 'Filter' && before ? { ...rows, read: allOf(before), kept: allOf(rows) } : rows;
}

function allOf({ actual, loops = 1 }: Rows): number | undefined {
  return product(actual, loops);
}
