import { isRecord } from '../form/schema.ts';

/** Bytes of a database: how many there are, and the first of them. */
export interface Bytes {
  readonly bytes: number;
  readonly hex: string;
}

export function bytesOf(value: unknown): Bytes | undefined {
  if (!isRecord(value) || Object.keys(value).length !== 2) return undefined;
  const { bytes, hex } = value;
  return typeof bytes === 'number' && typeof hex === 'string' && hex.startsWith('\\x')
    ? { bytes, hex }
    : undefined;
}

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$|^-?Infinity$|^NaN$/i;

/** Numbers too long or too exact for JavaScript come as texts. */
export function isNumberText(value: unknown): value is string {
  return typeof value === 'string' && NUMBER.test(value);
}

const NUMBER_TYPE =
  /^(?:(?:tiny|small|medium|big)?int(?:eger|[248])?|numeric|decimal|dec|number|real|float[48]?|double|oid|year)\b(?!.*\[)/i;

/** Whether the engine's name of a type means numbers. */
export function isNumberType(type: string | undefined): boolean {
  return type !== undefined && NUMBER_TYPE.test(type);
}

const LONGEST = 120;
const MOST_LINES = 3;

/** The beginning of a text that is too long for a cell; nothing when it fits. */
export function clip(text: string): string | undefined {
  const lines = text.slice(0, LONGEST + 1).split('\n');
  const shown = lines.slice(0, MOST_LINES).join('\n').slice(0, LONGEST);
  return shown.length < text.length ? shown.replace(/[\uD800-\uDBFF]$/, '').trimEnd() : undefined;
}
