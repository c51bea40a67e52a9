import { isExactNumber } from '@molehill/core/exact-json';

/** A number that JavaScript cannot hold. It is shown as the text of its digits, and sent back as the number it was. */
export class ExactNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }

  toJSON(): string {
    return this.literal;
  }
}

const SURELY_EXACT = /^-?[1-9]\d{0,14}$|^0$/;

export function numberOf(literal: string): number | ExactNumber {
  return SURELY_EXACT.test(literal) || isExactNumber(literal) ? Number(literal) : new ExactNumber(literal);
}

/** JSON for a cluster: numbers that came from one go back digit by digit. */
export function writeJson(value: unknown): string {
  if (value instanceof ExactNumber) return value.literal;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${writeJson(inner)}`).join(',')}}`;
}
