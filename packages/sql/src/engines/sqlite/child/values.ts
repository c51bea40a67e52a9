import type { Cell } from '../../engine.ts';
import { bytesCell, floatCell, integerCell } from '../../shared/cells.ts';
import type { Binding, WireValue } from '../protocol.ts';
import { ChildFailure } from './failure.ts';
import type { Input, Value } from './load.ts';

const LARGEST_TEXT = 32 * 1024 * 1024;

/** A value as JSON carries it without loss: integers beyond 2^53, infinities and -0 as text, blobs by size and beginning. */
export function toCell(value: Value): Cell {
  if (value === null) return null;
  if (typeof value === 'string') return requireBearable(value);
  if (typeof value === 'bigint') return integerCell(String(value));
  return typeof value === 'number' ? floatCell(value) : bytesCell(value);
}

function requireBearable(text: string): string {
  if (text.length <= LARGEST_TEXT) return text;
  throw new ChildFailure(`a text of ${text.length} characters is too large to be passed on`, {
    limit: 'cell-size',
  });
}

/** What a value is when no declaration says it. */
export function storageClass(value: Value): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return 'TEXT';
  if (typeof value === 'bigint') return 'INTEGER';
  return typeof value === 'number' ? 'REAL' : 'BLOB';
}

/** How much a cell weighs in a message, roughly. */
export function weigh(cell: Cell): number {
  return typeof cell === 'string' ? cell.length + 2 : 8;
}

export function toArguments({ named, positional }: Binding): Bound {
  const names = Object.entries(named).map(([name, value]) => [name, toInput(value)]);
  return [Object.fromEntries(names), ...positional.map(toInput)];
}

/** As the driver takes them: those with names in one object, then the others. */
export type Bound = [Record<string, Input>, ...Input[]];

function toInput(value: WireValue): Input {
  if (value === null || typeof value === 'string') return value;
  if ('int' in value) return BigInt(value.int);
  if ('real' in value) return Number(value.real);
  return Buffer.from(value.hex, 'hex');
}
