/**
 * Characters that a terminal obeys or that change how the text around them is shown: control characters, format
 * characters such as bidirectional controls, and separators of lines. The joiners of words and emoji are kept.
 */
const UNSAFE = /(?![\n\t\u00AD\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const LINE_ENDS = /\r\n/g;

/** A text from outside for a terminal, with its lines and tabs. */
export function visibleText(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(UNSAFE, escaped);
}

/** A name or sentence from outside, which cannot begin a line of its own. */
export function visibleLine(text: string): string {
  return text.replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`;
}

/** JSON whose strings contain no such characters; parsed, it is the same value. */
export function visibleJson(value: unknown, indent = 0): string {
  return visibleJsonText(JSON.stringify(value, null, indent));
}

/** The same for a text that is JSON already. */
export function visibleJsonText(json: string): string {
  return json.replace(UNSAFE, jsonEscape);
}

function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
