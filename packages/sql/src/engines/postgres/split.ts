const BLANK_OR_COMMENT = /(?:\s+|--[^\n]*)/y;
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NUMBER = /\d[\w.]*/y;
const PLAIN_STRING = /'(?:[^']|'')*(?:'|$)/y;
const ESCAPE_STRING = /[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/y;
const IDENTIFIER = /"(?:[^"]|"")*(?:"|$)/y;
const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const TOKENS = [BLANK_OR_COMMENT, ESCAPE_STRING, PLAIN_STRING, IDENTIFIER, NUMBER];

/** Cuts a script where psql would: at semicolons outside quotes, comments, parentheses and BEGIN ATOMIC bodies. */
export function splitScript(script: string): string[] {
  return new Splitter(script).split();
}

class Splitter {
  readonly #script: string;
  readonly #statements: string[] = [];
  #at = 0;
  #start = 0;
  #parentheses = 0;
  #words: string[] = [];
  /** How many BEGIN and CASE of a routine's body are open. */
  #blocks = 0;
  #hasContent = false;

  constructor(script: string) {
    this.#script = script;
  }

  split(): string[] {
    while (this.#at < this.#script.length) this.#step();
    this.#cut();
    return this.#statements;
  }

  #step(): void {
    const char = this.#script[this.#at] ?? '';
    if (this.#script.startsWith('/*', this.#at)) this.#skipComment();
    else if (this.#takeAny(TOKENS)) this.#hasContent ||= !/[\s-]/.test(char);
    else this.#meaningful(char);
  }

  #meaningful(char: string): void {
    this.#hasContent ||= char !== ';';
    const word = this.#take(WORD);
    const tag = word === undefined ? this.#take(DOLLAR_TAG) : undefined;
    if (word !== undefined) this.#note(word.toUpperCase());
    else if (tag !== undefined) this.#skipPast(tag);
    else this.#punctuation(char);
  }

  #takeAny(tokens: readonly RegExp[]): boolean {
    return tokens.some((token) => this.#take(token) !== undefined);
  }

  #punctuation(char: string): void {
    if (char === '(') this.#parentheses += 1;
    if (char === ')') this.#parentheses -= 1;
    if (char === ';' && this.#parentheses <= 0 && this.#blocks === 0) this.#cut();
    this.#at += 1;
    if (char === ';' && !this.#hasContent) this.#start = this.#at;
  }

  #take(token: RegExp): string | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#script)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #note(word: string): void {
    if (this.#words.length < 4) this.#words.push(word);
    if (!this.#isRoutine()) return;
    if (word === 'BEGIN' || (word === 'CASE' && this.#blocks > 0)) this.#blocks += 1;
    if (word === 'END' && this.#blocks > 0) this.#blocks -= 1;
  }

  #isRoutine(): boolean {
    return /^CREATE (OR REPLACE )?(FUNCTION|PROCEDURE)\b/.test(this.#words.join(' '));
  }

  #skipPast(text: string): void {
    const end = this.#script.indexOf(text, this.#at);
    this.#at = end < 0 ? this.#script.length : end + text.length;
  }

  /** Comments nest. */
  #skipComment(): void {
    let depth = 0;
    do {
      const two = this.#script.slice(this.#at, this.#at + 2);
      if (two === '/*') depth += 1;
      if (two === '*/') depth -= 1;
      this.#at += two === '/*' || two === '*/' ? 2 : 1;
    } while (depth > 0 && this.#at < this.#script.length);
  }

  #cut(): void {
    if (this.#hasContent) this.#statements.push(this.#script.slice(this.#start, this.#at).trim());
    this.#start = this.#at + 1;
    this.#parentheses = 0;
    this.#words = [];
    this.#blocks = 0;
    this.#hasContent = false;
  }
}
