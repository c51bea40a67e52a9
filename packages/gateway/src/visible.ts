/**
 * Controls, format characters (bidirectional marks, joiners, tags), private use, odd spaces, variation selectors and
 * the fillers that look like nothing: with these a text can say to a program or a model what a person does not see.
 */
const UNSEEN =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Z}]|[\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;

/** For a person to read before agreeing: what would be invisible is written out. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`);
}
