import { randomUUID } from 'node:crypto';
import { isExactNumber } from '@molehill/core/exact-json';

/** A number that a double cannot represent. It is shown as the string of its digits and sent back as the number it was. */
export class ExactNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }

  toJSON(): string {
    return this.literal;
  }
}

/** A string, or a number that is a value: `JSON.parse` rejects a number in any other place. */
const STRING_OR_NUMBER =
  /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.+-]|\s*:)/gs;
const SMALL_INTEGER = /^-?[1-9]\d{0,14}$|^0$/;

/** `JSON.parse` without the loss of digits. Throws a `SyntaxError` where `JSON.parse` does. */
export function parseExact(text: string): unknown {
  const prefix = randomUUID();
  let marked = '';
  let copied = 0;
  for (const { 0: token, index } of text.matchAll(STRING_OR_NUMBER)) {
    if (token.startsWith('"') || SMALL_INTEGER.test(token) || isExactNumber(token)) continue;
    marked += `${text.slice(copied, index)}"${prefix}${token}"`;
    copied = index + token.length;
  }
  if (copied === 0) return JSON.parse(text);
  return JSON.parse(marked + text.slice(copied), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(prefix)
      ? new ExactNumber(value.slice(prefix.length))
      : value,
  );
}

/** `JSON.stringify` that writes every `ExactNumber` as the number it was. */
export function writeExact(value: unknown): string {
  if (value instanceof ExactNumber) return value.literal;
  if (Array.isArray(value)) return `[${value.map(writeExact).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${writeExact(inner)}`).join(',')}}`;
}
