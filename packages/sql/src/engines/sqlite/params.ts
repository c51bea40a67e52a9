import { coreErrors } from '@molehill/core/errors';
import { isRecord } from '@molehill/core/record';
import type { Token } from './lexer.ts';
import type { Binding, BoundValue } from './protocol.ts';

/**
 * Values for a statement's variables, numbered as SQLite numbers them: `?` takes the next number, `?3` the third, and a
 * name (`:name`, `@name`, `$1`) the next one where it first appears.
 */
export function bind(tokens: readonly Token[], params: readonly unknown[]): Binding {
  const names = numberVariables(tokens);
  if (names.length !== params.length) {
    const expected = `${names.length} value${names.length === 1 ? '' : 's'}`;
    throw coreErrors.fail(
      'E_INVALID_PARAMS',
      `params: the statement takes ${expected}, got ${params.length}`,
    );
  }
  const named: Record<string, BoundValue> = {};
  const positional: BoundValue[] = [];
  for (const [index, name] of names.entries()) {
    const value = toBound(params[index], index);
    if (name === undefined) positional.push(value);
    else named[name] = value;
  }
  return [named, ...positional];
}

const MOST_VARIABLES = 32_766;

/** One entry per number: the name to bind it by, or nothing for a positional variable. */
function numberVariables(tokens: readonly Token[]): (string | undefined)[] {
  const numbers: (string | undefined)[] = [];
  const known = new Set<string>();
  for (const { kind, text } of tokens) {
    if (kind !== 'variable' || known.has(text)) continue;
    if (text === '?') numbers.push(undefined);
    else if (text.startsWith('?'))
      while (numbers.length < Math.min(Number(text.slice(1)), MOST_VARIABLES)) numbers.push(undefined);
    else numbers.push(text);
    if (text !== '?') known.add(text);
  }
  return numbers;
}

/** The driver binds every number as a REAL; an integer must stay one, or it is stored and compared as something else. */
function toBound(value: unknown, index: number): BoundValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value;
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) === value) return value;
    throw invalid(index, 'the number does not fit into a 64-bit integer');
  }
  return isBlob(value) ? wholeBlob(value, index) : JSON.stringify(value);
}

interface Blob {
  readonly hex: string;
  readonly bytes?: unknown;
}

/** A blob in the form of an answer's cell. Any other list or object is bound as JSON text. */
function isBlob(value: unknown): value is Blob {
  if (!isRecord(value) || typeof value.hex !== 'string') return false;
  return Object.keys(value).every((key) => key === 'hex' || key === 'bytes');
}

/** A long blob is answered by its first bytes only; those must not be taken for the whole. */
function wholeBlob({ hex, bytes }: Blob, index: number): Uint8Array {
  const digits = hex.replace(/^\\x/i, '');
  if (!/^(?:[\da-f]{2})*$/i.test(digits)) throw invalid(index, 'hex must be pairs of hexadecimal digits');
  if (bytes !== undefined && bytes !== digits.length / 2)
    throw invalid(index, `hex has ${digits.length / 2} of the ${bytes} bytes; give all of them`);
  return Buffer.from(digits, 'hex');
}

function invalid(index: number, message: string) {
  return coreErrors.fail('E_INVALID_PARAMS', `params[${index}]: ${message}`);
}
