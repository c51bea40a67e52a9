const TOKENS = [
  /\s+/y,
  /#[^\n]*/y,
  /--(?=\s|$)[^\n]*/y,
  /'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/y,
  /"(?:[^"\\]|""|\\[\s\S])*(?:"|$)/y,
  /`(?:[^`]|``)*(?:`|$)/y,
  /[\w$\u0080-\uffff]+/y,
];
const COMMENT = /\/\*(?!M?!)[\s\S]*?(?:\*\/|$)/y;
/** Comments that the server runs are statements. */
const EXECUTABLE = /\/\*M?![\s\S]*?(?:\*\/|$)/y;
const DELIMITER = /DELIMITER[ \t]+(\S+)[^\n]*(?:\n|$)/iy;

/**
 * Cuts a script where the command-line client would: at the delimiter outside quotes and comments. A body with
 * semicolons of its own needs the client's DELIMITER line before it.
 */
export function splitScript(script: string): string[] {
  return new Splitter(script).split();
}

class Splitter {
  readonly #script: string;
  readonly #statements: string[] = [];
  #delimiter = ';';
  #at = 0;
  #start = 0;
  #hasContent = false;

  constructor(script: string) {
    this.#script = script;
  }

  split(): string[] {
    while (this.#at < this.#script.length) this.#step();
    this.#cut(0);
    return this.#statements;
  }

  #step(): void {
    if (!this.#hasContent && this.#changesDelimiter()) return;
    if (this.#script.startsWith(this.#delimiter, this.#at)) this.#cut(this.#delimiter.length);
    else if (this.#take(COMMENT)) return;
    else this.#content();
  }

  #content(): void {
    const blank =
      /[\s#]/.test(this.#script[this.#at] ?? '') ||
      /--(\s|$)/.test(this.#script.slice(this.#at, this.#at + 3));
    this.#hasContent ||= !blank;
    if (!this.#take(EXECUTABLE) && !TOKENS.some((token) => this.#take(token))) this.#at += 1;
  }

  #changesDelimiter(): boolean {
    DELIMITER.lastIndex = this.#at;
    const found = DELIMITER.exec(this.#script);
    if (!found?.[1]) return false;
    this.#delimiter = found[1];
    this.#at += found[0].length;
    this.#start = this.#at;
    return true;
  }

  #take(token: RegExp): boolean {
    token.lastIndex = this.#at;
    const length = token.exec(this.#script)?.[0].length ?? 0;
    this.#at += length;
    return length > 0;
  }

  #cut(width: number): void {
    if (this.#hasContent) this.#statements.push(this.#script.slice(this.#start, this.#at).trim());
    this.#at += width;
    this.#start = this.#at;
    this.#hasContent = false;
  }
}
