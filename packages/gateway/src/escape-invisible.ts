/**
 * Control and format characters (bidirectional marks, joiners, tags), private use, unusual spaces, variation selectors
 * and blank fillers: with these a text can give a program or a model instructions that a person does not see.
 */
const INVISIBLE =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Z}]|[\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;

/** For texts that a person reads before approving. */
export function escapeInvisible(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
}
