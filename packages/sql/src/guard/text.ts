import { type Refusal, refuse } from './guard.ts';

/** Judging costs time and memory in proportion; nobody writes a longer read by hand. */
const LONGEST_TEXT = 256_000;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** What no engine should be asked to make sense of, because two readers of it may disagree. */
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
