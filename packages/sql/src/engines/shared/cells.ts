import type { Cell } from '../engine.ts';

const SHOWN_BYTES = 32;

/** A number where JavaScript represents the integer exactly, otherwise its text. */
export function integerCell(text: string): Cell {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
}

/** A decimal with a fraction stays text: a binary number would be inexact and lose trailing zeros. */
export function decimalCell(text: string): Cell {
  return /^-?\d+$/.test(text) ? integerCell(text) : text;
}

/** A floating-point number; those that JSON cannot represent become texts. */
export function floatCell(number: number): Cell {
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? 'Infinity' : '-Infinity';
  return Object.is(number, -0) ? '-0' : number;
}

/** The number of bytes and the first of them. */
export function bytesCell(bytes: Uint8Array): Cell {
  return hexCell(bytes.length, Buffer.from(bytes.subarray(0, SHOWN_BYTES)).toString('hex'));
}

/** The same for hexadecimal digits. */
export function hexCell(length: number, digits: string): Cell {
  return { bytes: length, hex: `\\x${digits.slice(0, SHOWN_BYTES * 2)}` };
}
