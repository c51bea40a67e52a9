import type { Cell } from '../engine.ts';

const SHOWN_BYTES = 32;

/** A whole number as the database prints it: a number where JavaScript holds it exactly, else its text. */
export function integerCell(text: string): Cell {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
}

/**
 * An exact decimal. With a fraction it stays text: a binary number would not be that number, and 1.50 is not printed as
 * 1.5 by a database that keeps two places.
 */
export function decimalCell(text: string): Cell {
  return /^-?\d+$/.test(text) ? integerCell(text) : text;
}

/** A binary floating-point number. What JSON has no number for is told by name. */
export function floatCell(number: number): Cell {
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? 'Infinity' : '-Infinity';
  return Object.is(number, -0) ? '-0' : number;
}

/** Bytes are told by their number and by the first of them. */
export function bytesCell(bytes: Uint8Array): Cell {
  return hexCell(bytes.length, Buffer.from(bytes.subarray(0, SHOWN_BYTES)).toString('hex'));
}

/** The same for bytes that came as hexadecimal digits. */
export function hexCell(length: number, digits: string): Cell {
  return { bytes: length, hex: `\\x${digits.slice(0, SHOWN_BYTES * 2)}` };
}
