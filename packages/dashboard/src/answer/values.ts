import { isRecord } from '../json.ts';

/** A binary value: its length and its first bytes. */
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

/** Numbers that a double cannot represent arrive as strings. */
export function isNumberText(value: unknown): value is string {
  return typeof value === 'string' && NUMBER.test(value);
}

const NUMBER_TYPE =
  /^(?:(?:tiny|small|medium|big)?int(?:eger|[248])?|numeric|decimal|dec|number|real|float[48]?|double|oid|year)\b(?!.*\[)/i;

/** Whether a type of a database is numeric. */
export function isNumberType(type: string | undefined): boolean {
  return type !== undefined && NUMBER_TYPE.test(type);
}

const MAX_LENGTH = 120;
const MAX_LINES = 3;

/** The beginning of a text that is too long for a cell; undefined when it fits. */
export function clip(text: string): string | undefined {
  const lines = text.slice(0, MAX_LENGTH + 1).split('\n');
  const shown = lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_LENGTH);
  return shown.length < text.length ? shown.replace(/[\uD800-\uDBFF]$/, '').trimEnd() : undefined;
}
