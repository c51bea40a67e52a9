export interface Order {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** Ascending, descending, and back to the order in which the rows came. */
export function nextOrder(order: Order | undefined, column: number): Order | undefined {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}

export type Row = readonly unknown[];

export function sortRows(rows: readonly Row[], order: Order | undefined): readonly Row[] {
  if (!order) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => compareIn(a[order.column], b[order.column], sign));
}

/** What is missing stands last in both directions. */
function compareIn(a: unknown, b: unknown, sign: number): number {
  const missing = Number(isMissing(a)) - Number(isMissing(b));
  return missing !== 0 || isMissing(a) ? missing : sign * compare(a, b);
}

const byText = new Intl.Collator(undefined, { numeric: true });

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return byText.compare(asText(a), asText(b));
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
