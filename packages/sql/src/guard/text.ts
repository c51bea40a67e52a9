import { nearest } from '@molehill/core/near';
import type { Token } from '../engines/shared/lexer.ts';
import { describePosition } from '../engines/shared/position.ts';
import { type Refusal, refuse } from './guard.ts';

/** Bounds the time and memory that classification takes. */
const LONGEST_TEXT = 256_000;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Refuses texts that two parsers may read differently. */
export function refuseText(sql: string): Refusal | undefined {
  if (sql.length > LONGEST_TEXT) {
    return refuse('too-long', `the text is longer than ${LONGEST_TEXT} characters`);
  }
  if (sql.includes('\0')) return refuse('not-text', 'the text contains a NUL character');
  if (LONE_SURROGATE.test(sql)) return refuse('not-text', 'the text is not valid Unicode');
  return undefined;
}

/** Rules for texts that are not one statement: refusing them says nothing about writing. */
export const SYNTAX = 'syntax';
export const NO_STATEMENT = 'no-statement';
export const ONE_STATEMENT = 'one-statement';

/** For a first word that begins no statement. */
export function refuseVerb(
  sql: string,
  { text, start }: Pick<Token, 'text' | 'start'>,
  verbs: Iterable<string>,
): Refusal {
  const near = nearest(text, verbs);
  const position = [...sql.slice(0, start)].length + 1;
  const reason = `"${text}" begins no statement (${describePosition(sql, position)})`;
  return {
    ...refuse(NO_STATEMENT, reason),
    ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
  };
}

export const NOTHING_TO_RUN = refuse('empty', 'there is no statement to run');

export const SEVERAL_STATEMENTS = refuse(ONE_STATEMENT, 'only one statement is allowed at a time');
