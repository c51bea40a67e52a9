import { exactJson } from '@molehill/core/exact-json';
import type { Cell } from '../engine.ts';
import { bytesCell, decimalCell, floatCell, integerCell } from '../shared/cells.ts';
import type { Field } from './driver.ts';
import { TYPE } from './types.ts';

type CellReader = (value: unknown, field: Field) => Cell;

const READERS: Readonly<Record<number, CellReader>> = {
  [TYPE.longlong]: (value) => integerCell(String(value)),
  [TYPE.decimal]: (value) => decimalCell(String(value)),
  [TYPE.newdecimal]: (value) => decimalCell(String(value)),
  [TYPE.float]: (value) => floatCell(shortestFloat(Number(value))),
  [TYPE.double]: (value) => floatCell(Number(value)),
  [TYPE.year]: (value) => (Number(value) === 0 ? '0000' : Number(value)),
  [TYPE.time]: temporal,
  [TYPE.datetime]: temporal,
  [TYPE.timestamp]: temporal,
  [TYPE.bit]: (value, { columnLength }) => bits(value, columnLength),
  [TYPE.json]: (value) => exactJson(String(value)),
};

const SINGLE_DIGITS = [6, 7, 8, 9];

/** The shortest decimal that rounds to this single-precision number: 0.1 and not 0.10000000149011612. */
export function shortestFloat(single: number): number {
  if (!Number.isFinite(single)) return single;
  const digits = SINGLE_DIGITS.find(
    (count) => Math.fround(Number(single.toPrecision(count))) === Math.fround(single),
  );
  return digits === undefined ? single : Number(single.toPrecision(digits));
}

const MOST_DECIMALS = 6;

function temporal(value: unknown, { decimals }: Field): Cell {
  return padFraction(String(value), decimals);
}

/** The server prints as many decimals as were declared; the driver drops trailing zeros. */
export function padFraction(text: string, decimals: number): string {
  if (decimals === 0 || decimals > MOST_DECIMALS) return text;
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

export function bits(value: unknown, length: number): Cell {
  if (!Buffer.isBuffer(value)) return String(value);
  const all = [...value].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return all.slice(-length).padStart(length, '0');
}

/** Texts, bytes and small integers as the driver returns them. */
function plain(value: unknown): Cell {
  if (value instanceof Uint8Array) return bytesCell(value);
  return typeof value === 'number' ? floatCell(value) : String(value);
}

export function cellReader(field: Field): (value: unknown) => Cell {
  const type = field.extendedFormat === 'json' ? TYPE.json : field.columnType;
  const read = READERS[type] ?? plain;
  return (value) => (value === null || value === undefined ? null : read(value, field));
}
