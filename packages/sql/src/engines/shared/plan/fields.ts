import { isRecord } from '@molehill/core/record';

export type Fields = Readonly<Record<string, unknown>>;

/** Some engines write numbers as strings. */
export function numberAt(fields: Fields, key: string): number | undefined {
  const value = fields[key];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A string, or a list of strings joined by commas. */
export function textAt(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.length > 0 && !value.some(isRecord) ? value.join(', ') : undefined;
}

export function fieldsAt(fields: Fields, key: string): Fields | undefined {
  const value = fields[key];
  return isRecord(value) ? value : undefined;
}

export function listAt(fields: Fields, key: string): readonly Fields[] {
  const value = fields[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The sum of the known numbers; undefined when none is known. */
export function sumOf(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, number) => sum + number, 0);
}

export function product(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a * b;
}

/** JSON whose numbers JavaScript cannot hold exactly is kept as a string; a plan does not need the last digit. */
export function parsedJson(json: unknown): unknown {
  if (typeof json !== 'string') return json;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
