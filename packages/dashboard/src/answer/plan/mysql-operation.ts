import { product } from './fields.ts';
import { type Fact, fact, type Rows } from './step.ts';

export interface Operation {
  readonly name: string;
  readonly on?: string | undefined;
  readonly index?: string | undefined;
  readonly facts: readonly Fact[];
  readonly scan: boolean;
}

const ACCESS = /^(.*(?:scan|lookup|search|records)) on (<[^>]*>|\S+)(?: using (\S+))?(?: (.*))?$/i;
const WITH_DETAIL = /^([^:(]+): (.*)$/s;
const WITH_CONDITION = /^([^:(]+) (\(.*\))$/s;

/** Takes apart how MySQL words a step of its plan: `Index lookup on l using PRIMARY (order_id = o.id)`. */
export function readOperation(text: string): Operation {
  const access = ACCESS.exec(text);
  if (access) {
    const [, name = '', on = '', index, rest] = access;
    const scan = name === 'Table scan' && !on.startsWith('<');
    return { name, on, index, facts: fact('Condition', rest), scan };
  }
  const [, name, rest] = WITH_DETAIL.exec(text) ?? WITH_CONDITION.exec(text) ?? [];
  if (name === undefined) return { name: text, facts: [], scan: false };
  return { name, facts: fact(labelOf(name), rest), scan: false };
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

/** A filter does not say how many rows it dropped, but what comes in and goes out does. */
export function withFilter(rows: Rows, name: string, before: Rows | undefined): Rows {
  return name === 'Filter' && before ? { ...rows, read: allOf(before), kept: allOf(rows) } : rows;
}

function allOf({ actual, loops = 1 }: Rows): number | undefined {
  return product(actual, loops);
}
