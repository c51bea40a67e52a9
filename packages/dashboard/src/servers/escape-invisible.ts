/** Everything but letters, marks, digits, punctuation and symbols, and those of them that render as nothing. */
const INVISIBLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** A command that a person approves must not hide or reverse part of itself, so invisible characters are escaped. */
export function escapeInvisible(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
}
