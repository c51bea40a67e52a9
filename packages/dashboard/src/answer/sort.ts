import { bytesOf, isNumberText } from './values.ts';

export interface Order {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** Ascending, descending, then the original order. */
export function nextOrder(order: Order | undefined, column: number): Order | undefined {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}

export type Row = readonly unknown[];

/** In a numeric column, strings of digits are sorted as numbers. */
export function sortRows(rows: readonly Row[], order: Order | undefined, numeric = false): readonly Row[] {
  if (!order) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: keyOf(row[order.column], numeric) }));
  return keyed.sort((a, b) => compareIn(a.key, b.key, sign)).map(({ row }) => row);
}

/** Values of different kinds are not comparable; `rank` sorts the kinds. */
interface Key {
  readonly rank: number;
  readonly text: string;
}

const NUMBER = 1;
const MISSING = 5;

function keyOf(value: unknown, numeric: boolean): Key {
  if (value === null || value === undefined) return { rank: MISSING, text: '' };
  if (typeof value === 'boolean') return { rank: 0, text: String(value) };
  if (typeof value === 'number' || (numeric && isNumberText(value)))
    return { rank: NUMBER, text: String(value) };
  if (typeof value === 'string') return { rank: 2, text: value };
  const bytes = bytesOf(value);
  return bytes ? { rank: 3, text: bytes.hex } : { rank: 4, text: JSON.stringify(value) };
}

/** Missing values are last in both directions. */
function compareIn(a: Key, b: Key, sign: number): number {
  if (a.rank !== b.rank) return (a.rank === MISSING || b.rank === MISSING ? 1 : sign) * (a.rank - b.rank);
  return sign * (a.rank === NUMBER ? compareNumbers(a.text, b.text) : byText.compare(a.text, b.text));
}

const byText = new Intl.Collator(undefined, { numeric: true });

/** NaN is larger than all numbers, as in databases. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [Number(a), Number(b)];
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return left === right ? compareDigits(a, b) : left - right;
}

const PLAIN = /^(-?)\+?(\d+)\.?(\d*)$/;

/** Equal doubles may differ in digits that a double does not keep. */
function compareDigits(a: string, b: string): number {
  const [left, right] = [PLAIN.exec(a), PLAIN.exec(b)];
  if (!left || !right) return 0;
  const places = Math.max(left[3]?.length ?? 0, right[3]?.length ?? 0);
  const difference = scaled(left, places) - scaled(right, places);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function scaled([, sign = '', whole = '', fraction = '']: readonly string[], places: number): bigint {
  const digits = BigInt(`${whole}${fraction.padEnd(places, '0')}`);
  return sign === '-' ? -digits : digits;
}
