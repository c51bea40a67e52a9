type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Parses JSON only if that loses nothing: JavaScript represents every number exactly,
 * and no object has a duplicate key. Otherwise the text is returned as it is.
 */
export function exactJson(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return new Scanner(text).isExact() ? value : text;
  } catch {
    return text;
  }
}

/** Whether an object in a text that is valid JSON has a key twice. Parsers differ in which of the two counts. */
export function repeatsKey(text: string): boolean {
  return !new Scanner(text).isExact({ numbers: false });
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;

/** Scans text that is known to be valid JSON. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isExact({ numbers = true } = {}): boolean {
    const open: (Set<string> | undefined)[] = [];
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at] ?? '';
      if (char === '{') open.push(new Set());
      else if (char === '[') open.push(undefined);
      else if (char === '}' || char === ']') open.pop();
      else if (char === '"' && this.#repeatsName(open.at(-1))) return false;
      else if (numbers && /[-\d]/.test(char) && !isExactNumber(this.#take(NUMBER))) return false;
    }
    return true;
  }

  /** Reads a string; true if it is a duplicate key. */
  #repeatsName(names: Set<string> | undefined): boolean {
    const string = this.#take(STRING);
    if (!names || !/^\s*:/.test(this.#text.slice(this.#at + 1, this.#at + 65))) return false;
    const name: string = JSON.parse(string);
    if (names.has(name)) return true;
    names.add(name);
    return false;
  }

  /** Afterwards the position is on the last character of the token. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += Math.max(found.length - 1, 0);
    return found;
  }
}

/** Whether a decimal literal denotes exactly the number JavaScript parses it to. */
export function isExactNumber(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number) || Object.is(number, -0)) return false;
  return normalise(literal) === normalise(String(number));
}

/** Sign, significant digits and exponent. */
function normalise(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
