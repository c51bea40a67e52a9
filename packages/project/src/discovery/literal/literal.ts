/** A value that stands in a file only as something to be computed; `why` reads as the end of a sentence about it. */
export class Unknown {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

export const computed = new Unknown('is computed when the program runs');

export function unset(variable: string): Unknown {
  return new Unknown(`refers to the variable ${variable}, which is not set`);
}

/** What a file says literally. Nothing of a project is ever run to learn more. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | Unknown
  | readonly Literal[]
  | { readonly [key: string]: Literal };

export type LiteralRecord = { readonly [key: string]: Literal };

export function isLiteralRecord(value: Literal): value is LiteralRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unknown);
}

/** The value under a path of keys; nothing where the path ends early. */
export function at(value: Literal, ...keys: readonly string[]): Literal {
  let inner = value;
  for (const key of keys) {
    if (inner instanceof Unknown) return inner;
    if (!isLiteralRecord(inner) || !Object.hasOwn(inner, key)) return undefined;
    inner = inner[key];
  }
  return inner;
}

/** Data out of a JSON or YAML parser, as literals. */
export function toLiteral(value: unknown): Literal {
  if (Array.isArray(value)) return value.map(toLiteral);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Unknown) return value;
  if (typeof value !== 'object' || value === null) return value === null ? null : undefined;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toLiteral(inner)]));
}

/** Text that may hold something unknown: then the whole is unknown. */
export function join(parts: readonly Literal[]): Literal {
  const unknown = parts.find((part) => part instanceof Unknown);
  if (unknown !== undefined) return unknown;
  return parts.every((part) => typeof part === 'string' || typeof part === 'number')
    ? parts.join('')
    : computed;
}

/** Replaces every text in a value. */
export function mapTexts(value: Literal, change: (text: string) => Literal): Literal {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Literal) => mapTexts(item, change));
  if (!isLiteralRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}
