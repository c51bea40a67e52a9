/** What stands in a JSON text, in its order. */
export interface JsonEvents {
  openObject(): void;
  openArray(): void;
  /** The end of the innermost object or array. */
  close(): void;
  key(text: string): void;
  /** `more` characters of it were left out; it is not known how many where it is `undefined`. */
  string(text: string, more: number | undefined): void;
  number(literal: string): void;
  constant(value: boolean | null): void;
  /** Whether nothing that follows is wanted. */
  readonly full: boolean;
}

export class JsonSyntaxError extends Error {}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';
type Mode = 'between' | 'string' | 'escape' | 'word';

const SPACE = /[ \t\n\r]*/y;
const WORD = /[-+.\w]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them inside a string.
const SPECIAL = /["\\\u0000-\u001f]/g;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const LONGEST_WORD = 100_000;

/** Reads JSON piece by piece, wherever the pieces are cut. Accepts what `JSON.parse` accepts, and nothing else. */
export class JsonTokenizer {
  readonly #events: JsonEvents;
  readonly #longestString: number;
  /** The open containers: whether each is an object. */
  readonly #open: boolean[] = [];
  #expected: Expected = 'value';
  #mode: Mode = 'between';
  #word = '';
  #escape = '';
  #text = '';
  #more = 0;

  constructor(events: JsonEvents, longestString: number) {
    this.#events = events;
    this.#longestString = longestString;
  }

  push(piece: string): void {
    for (let at = 0; at < piece.length && !this.#events.full; ) at = this.#step(piece, at);
  }

  /** Says that the text is over. */
  end(): void {
    if (this.#mode === 'word') this.#endWord();
    if (this.#mode !== 'between' || this.#expected !== 'nothing')
      throw new JsonSyntaxError('it ends too soon');
  }

  /** Says that nothing more will be read although there is more: of a string, its beginning is told. */
  breakOff(): void {
    const inString = this.#mode === 'string' || this.#mode === 'escape';
    if (inString && !this.#isKey()) this.#events.string(this.#text, undefined);
  }

  #step(piece: string, at: number): number {
    switch (this.#mode) {
      case 'between':
        return this.#between(piece, at);
      case 'string':
        return this.#inString(piece, at);
      case 'escape':
        return this.#inEscape(piece, at);
      case 'word':
        return this.#inWord(piece, at);
    }
  }

  #between(piece: string, from: number): number {
    SPACE.lastIndex = from;
    SPACE.exec(piece);
    const at = SPACE.lastIndex;
    if (at >= piece.length) return at;
    const char = piece.charAt(at);
    if (this.#punctuation(char)) return at + 1;
    if (char === '"' && this.#takes('value', 'value or ]', 'key', 'key or }')) {
      this.#mode = 'string';
      this.#text = '';
      this.#more = 0;
      return at + 1;
    }
    if (!/[-\w]/.test(char) || !this.#takes('value', 'value or ]')) throw this.#unexpected(char);
    this.#mode = 'word';
    this.#word = '';
    return at;
  }

  #punctuation(char: string): boolean {
    if ((char === '{' || char === '[') && this.#takes('value', 'value or ]'))
      this.#openContainer(char === '{');
    else if (char === '}' && this.#open.at(-1) === true && this.#takes('key or }', ', or end')) this.#close();
    else if (char === ']' && this.#open.at(-1) === false && this.#takes('value or ]', ', or end'))
      this.#close();
    else if (char === ',' && this.#takes(', or end')) this.#expected = this.#open.at(-1) ? 'key' : 'value';
    else if (char === ':' && this.#takes(':')) this.#expected = 'value';
    else return false;
    return true;
  }

  #openContainer(isObject: boolean): void {
    this.#open.push(isObject);
    this.#expected = isObject ? 'key or }' : 'value or ]';
    if (isObject) this.#events.openObject();
    else this.#events.openArray();
  }

  #close(): void {
    this.#open.pop();
    this.#afterValue();
    this.#events.close();
  }

  #inString(piece: string, at: number): number {
    SPECIAL.lastIndex = at;
    const end = SPECIAL.exec(piece)?.index ?? piece.length;
    this.#append(piece.slice(at, end));
    if (end === piece.length) return end;
    const char = piece.charAt(end);
    if (char === '"') this.#endString();
    else if (char === '\\') this.#mode = 'escape';
    else throw this.#unexpected(char);
    return end + 1;
  }

  #inEscape(piece: string, at: number): number {
    this.#escape += piece.charAt(at);
    const code = this.#escape;
    if (code.length === 1 ? code !== 'u' : code.length === 5) {
      const char = code.length === 1 ? ESCAPES[code] : characterOf(code.slice(1));
      if (char === undefined) throw this.#unexpected(code);
      this.#append(char);
      this.#escape = '';
      this.#mode = 'string';
    }
    return at + 1;
  }

  #inWord(piece: string, at: number): number {
    WORD.lastIndex = at;
    this.#word += WORD.exec(piece)?.[0] ?? '';
    const end = WORD.lastIndex;
    if (this.#word.length > LONGEST_WORD) throw new JsonSyntaxError('a number has too many digits');
    if (end < piece.length) this.#endWord();
    return end;
  }

  #endWord(): void {
    const constant = CONSTANTS.get(this.#word);
    if (constant === undefined && !NUMBER.test(this.#word)) throw this.#unexpected(this.#word);
    this.#mode = 'between';
    this.#afterValue();
    if (constant === undefined) this.#events.number(this.#word);
    else this.#events.constant(constant);
  }

  #endString(): void {
    this.#mode = 'between';
    if (this.#isKey()) {
      this.#expected = ':';
      this.#events.key(this.#text);
    } else {
      this.#afterValue();
      this.#events.string(this.#text, this.#more);
    }
    this.#text = '';
  }

  /** Keeps the beginning of a long string, and never half a character of it. */
  #append(text: string): void {
    const room = this.#longestString - this.#text.length;
    if (text.length <= room || this.#isKey()) {
      this.#text += text;
      return;
    }
    const splits = room > 0 && isHighSurrogate(text.charCodeAt(room - 1));
    const kept = Math.max(0, splits ? room - 1 : room);
    this.#text += text.slice(0, kept);
    this.#more += text.length - kept;
  }

  #isKey(): boolean {
    return this.#expected === 'key' || this.#expected === 'key or }';
  }

  #afterValue(): void {
    this.#expected = this.#open.length === 0 ? 'nothing' : ', or end';
  }

  #takes(...expected: readonly Expected[]): boolean {
    return expected.includes(this.#expected);
  }

  #unexpected(found: string): JsonSyntaxError {
    return new JsonSyntaxError(
      `unexpected ${JSON.stringify(found.slice(0, 20))}, expected ${this.#expected}`,
    );
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function characterOf(hex: string): string | undefined {
  return /^[0-9a-fA-F]{4}$/.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : undefined;
}
