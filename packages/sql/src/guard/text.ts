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

export const NOTHING_TO_RUN = refuse('empty', 'there is no statement to run');

export const SEVERAL_STATEMENTS = refuse('one-statement', 'only one statement is allowed at a time');
