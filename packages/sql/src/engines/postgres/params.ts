import { coreErrors } from '@molehill/core/errors';
import { postgresLexer } from './lexer.ts';

const MOST = 65_535;

/** For a statement that the server does not understand and that has a bare `?`. */
export function parameterHint(sql: string): string | undefined {
  const hasMark = [...postgresLexer.tokens(sql)].some(({ kind, text }) => kind === 'symbol' && text === '?');
  return hasMark ? 'PostgreSQL numbers its parameters: write $1, $2 … instead of ?.' : undefined;
}

const JSON_TYPES = new Set([114, 3802]);

/** Whether the type of the parameter decides how the value is written: a list may be an array or JSON. */
export function dependsOnType(params: readonly unknown[]): boolean {
  return params.some((value) => Array.isArray(value));
}

/** Values as PostgreSQL reads them from text; it takes the type from the statement. */
export function encodeParams(params: readonly unknown[], types: readonly number[] = []): (string | null)[] {
  if (params.length > MOST)
    throw coreErrors.fail(
      'E_INVALID_PARAMS',
      `params: ${params.length} given, at most ${MOST} are accepted.`,
    );
  return params.map((value, index) => encode(value, JSON_TYPES.has(types[index] ?? 0)));
}

function encode(value: unknown, asJson: boolean): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object')
    return Array.isArray(value) && !asJson ? arrayText(value) : JSON.stringify(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** An array literal. */
export function arrayText(items: readonly unknown[]): string {
  return `{${items.map(elementText).join(',')}}`;
}

function elementText(item: unknown): string {
  if (Array.isArray(item)) return arrayText(item);
  const text = encode(item, false);
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
