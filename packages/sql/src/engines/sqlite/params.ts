import { coreErrors } from '@molehill/core/errors';
import { isRecord } from '@molehill/core/record';
import { tokenize } from './lexer.ts';
import type { Binding, WireValue } from './protocol.ts';

const HEX = /^(?:[\da-f]{2})*$/i;

/**
 * Values for a statement's variables, numbered as SQLite numbers them: `?` takes the next number, `?3` the third, and a
 * name (`:name`, `@name`, `$1`) the next one where it first appears.
 */
export function bind(sql: string, params: readonly unknown[]): Binding {
  const names = numberVariables(sql);
  if (names.length !== params.length)
    throw coreErrors.fail(
      'E_INVALID_PARAMS',
      `params: the statement takes ${counted(names.length, 'value')}, ${params.length} given`,
    );
  const named: Record<string, WireValue> = {};
  const positional: WireValue[] = [];
  for (const [index, name] of names.entries()) {
    const value = toWire(params[index], index);
    if (name === undefined) positional.push(value);
    else named[name] = value;
  }
  return { named, positional };
}

/** One entry per number: the name to bind it by, or nothing where its place is enough. */
function numberVariables(sql: string): (string | undefined)[] {
  const numbers: (string | undefined)[] = [];
  const known = new Set<string>();
  for (const { kind, text } of tokenize(sql)) {
    if (kind !== 'variable') continue;
    if (text === '?') numbers.push(undefined);
    else if (text.startsWith('?')) reach(numbers, Number(text.slice(1)));
    else if (!known.has(text)) {
      known.add(text);
      numbers.push(text);
    }
  }
  return numbers;
}

const MOST_VARIABLES = 32_766;

function reach(numbers: (string | undefined)[], number: number): void {
  while (numbers.length < Math.min(number, MOST_VARIABLES)) numbers.push(undefined);
}

function toWire(value: unknown, index: number): WireValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return { int: value ? '1' : '0' };
  if (typeof value === 'number') return numberToWire(value);
  if (typeof value === 'bigint') return bigintToWire(value, index);
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  return isBlob(value) ? { hex: wholeHex(value, index) } : JSON.stringify(value);
}

function bigintToWire(value: bigint, index: number): WireValue {
  if (BigInt.asIntN(64, value) === value) return { int: String(value) };
  throw refuse(index, 'the number does not fit into the 64 bits of an integer');
}

/** The driver binds every number as a real; an integer must stay one, or it is stored and compared as something else. */
function numberToWire(value: number): WireValue {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return { int: String(value) };
  return { real: Object.is(value, -0) ? '-0' : String(value) };
}

interface Blob {
  readonly hex: string;
  readonly bytes?: unknown;
}

/** A blob as it is answered; any other list or object is bound as JSON text. */
function isBlob(value: unknown): value is Blob {
  if (!isRecord(value) || typeof value.hex !== 'string') return false;
  return Object.keys(value).every((key) => key === 'hex' || key === 'bytes');
}

/** A long blob is answered by its first bytes only; those must not be taken for the whole. */
function wholeHex({ hex, bytes }: Blob, index: number): string {
  const digits = hex.replace(/^\\x/i, '');
  if (!HEX.test(digits)) throw refuse(index, 'hex must be pairs of hexadecimal digits');
  if (bytes !== undefined && bytes !== digits.length / 2)
    throw refuse(index, `hex has ${digits.length / 2} of the ${bytes} bytes; give all of them`);
  return digits;
}

function refuse(index: number, message: string) {
  return coreErrors.fail('E_INVALID_PARAMS', `params[${index}]: ${message}`);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
