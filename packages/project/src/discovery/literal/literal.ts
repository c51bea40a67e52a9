import { parseJsonc as parse } from '@molehill/core/state/jsonc';

/** A value that cannot be read from the file; `why` completes a sentence about it. */
export class Unknown {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

export const computed = new Unknown('is computed when the program runs');

/** A variable that is not set; programs go on with nothing or with a default. */
export class Unset extends Unknown {
  constructor(variable: string) {
    super(`refers to the variable ${variable}, which is not set`);
  }
}

export function unset(variable: string): Unset {
  return new Unset(variable);
}

/** A variable that is not set, and without which the program does not run. */
export function required(variable: string): Unknown {
  return new Unknown(unset(variable).why);
}

/** A text with variables of the process that no person approved; `template` has `${NAME}` in their place. */
export class Withheld extends Unknown {
  readonly variables: readonly string[];
  readonly template: string;

  constructor(variables: readonly string[], template: string) {
    super(`refers to ${variables.join(', ')} of this process, which a person has to approve`);
    this.variables = variables;
    this.template = template;
  }
}

export function withheld(variable: string): Withheld {
  return new Withheld([variable], `\${${variable}}`);
}

/** A function of the program. As a value it is not known. */
export class FunctionValue extends Unknown {
  /** `depth` is that of the caller. */
  readonly call: (given: readonly Literal[], depth: number, named?: LiteralRecord) => Literal;

  constructor(call: FunctionValue['call']) {
    super(computed.why);
    this.call = call;
  }
}

/** A value that a file contains literally. */
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

export function entriesOf(value: Literal): (readonly [string, Literal])[] {
  return isLiteralRecord(value) ? Object.entries(value) : [];
}

/** The value at a path of keys; undefined when the path does not exist. */
export function at(value: Literal, ...keys: readonly string[]): Literal {
  let inner = value;
  for (const key of keys) {
    if (inner instanceof Unknown) return inner;
    if (!isLiteralRecord(inner) || !Object.hasOwn(inner, key)) return undefined;
    inner = inner[key];
  }
  return inner;
}

/** Output of a JSON or YAML parser as a literal. */
export function toLiteral(value: unknown): Literal {
  if (Array.isArray(value)) return value.map(toLiteral);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Unknown) return value;
  if (typeof value !== 'object' || value === null) return value === null ? null : undefined;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toLiteral(inner)]));
}

/** Concatenates texts and numbers; unknown when a part is unknown. */
export function join(parts: readonly Literal[]): Literal {
  const unknown = parts.find((part) => part instanceof Unknown && !(part instanceof Withheld));
  if (unknown !== undefined) return unknown;
  const isText = (part: Literal) => typeof part === 'string' || typeof part === 'number';
  if (!parts.every((part) => isText(part) || part instanceof Withheld)) return computed;
  const text = parts.map((part) => (part instanceof Withheld ? part.template : part)).join('');
  const variables = parts.flatMap((part) => (part instanceof Withheld ? part.variables : []));
  return variables.length === 0 ? text : new Withheld([...new Set(variables)], text);
}

/** Maps every string in a value. */
export function mapTexts(value: Literal, change: (text: string) => Literal): Literal {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Literal) => mapTexts(item, change));
  if (!isLiteralRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}

type ParsedJson = { readonly value: Literal } | { readonly problem: string };

/** JSON with comments and trailing commas. A problem names the line and does not quote it. */
export function parseJsonc(text: string): ParsedJson {
  const parsed = parse(text, { allowEmpty: true });
  return parsed.ok ? { value: toLiteral(parsed.value) } : { problem: `invalid JSON at line ${parsed.line}` };
}
