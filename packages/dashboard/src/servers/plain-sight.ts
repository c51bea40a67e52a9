/** Letters of all scripts, digits, marks, punctuation and symbols are seen, save those that are made to look like nothing. */
const UNSEEN = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** A command a person agrees to must not hide or turn round a part of itself: what has no look of its own is written out. */
export function inPlainSight(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`);
}
