import { cutMark } from '../fit-body.ts';

interface Container {
  readonly isArray: boolean;
  /** After the last complete item or member. */
  end: number;
  hasItem: boolean;
}

/** Structure, and strings, the last of which may have no end. */
const TOKEN = /[{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*("|\\?$)/gs;
const PARTIAL_ESCAPE = /(?<=(?<!\\)(?:\\\\)*)\\(?:u[\da-fA-F]{0,3})?$/;

/**
 * Makes JSON of the beginning of a JSON text. Drops the incomplete item of the outermost array that has a complete
 * one; without such an array, drops the incomplete member, but keeps the beginning of a string.
 */
export function completeJson(text: string): string {
  const open: Container[] = [];
  let previous = '';
  let isInValue = false;
  for (const { 0: token, 1: stringEnd = '"', index } of text.matchAll(TOKEN)) {
    const container = open.at(-1);
    if (token === '{' || token === '[') open.push({ isArray: token === '[', end: index + 1, hasItem: false });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && container) Object.assign(container, { end: index, hasItem: true });
    isInValue = stringEnd !== '"' && (container?.isArray === true || previous === ':');
    previous = token;
  }
  const depth = open.findIndex(({ isArray, hasItem }) => isArray && hasItem);
  const kept = depth < 0 ? open : open.slice(0, depth + 1);
  const closing = kept.map(({ isArray }) => (isArray ? ']' : '}')).reverse();
  const beginning =
    depth < 0 && isInValue
      ? `${text.replace(PARTIAL_ESCAPE, '')}${cutMark(undefined)}"`
      : text.slice(0, kept.at(-1)?.end);
  return beginning + closing.join('');
}
