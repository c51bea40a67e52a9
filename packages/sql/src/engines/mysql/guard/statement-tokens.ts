import type { Refusal } from '../../../guard/guard.ts';
import { NOTHING_TO_RUN, SEVERAL_STATEMENTS } from '../../../guard/text.ts';
import type { Token } from '../../shared/lexer.ts';

/** The tokens of one statement, without comments. */
export class Statement {
  readonly length: number;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.length = tokens.length;
  }

  at(position: number): Token | undefined {
    return position < 0 ? undefined : this.#tokens[position];
  }

  from(position: number): Statement {
    return new Statement(this.#tokens.slice(position));
  }

  isSymbol(position: number, ...symbols: readonly string[]): boolean {
    const token = this.at(position);
    return token?.kind === 'symbol' && symbols.includes(token.text);
  }

  /**
   * The keyword at the position. What follows a dot is a name, and so is what a dot and a name follow directly, and the
   * name of a variable.
   */
  keyword(position: number): string | undefined {
    const token = this.at(position);
    if (token?.kind !== 'word' || this.isSymbol(position - 1, '.')) return undefined;
    return this.#isPrefix(position) || this.#isVariable(position) ? undefined : token.text.toUpperCase();
  }

  /** `@limit`, but not `@ limit`, where the name of the variable is empty. */
  #isVariable(position: number): boolean {
    return (
      this.isSymbol(position - 1, '@') && this.touches(position - 1) && !this.isSymbol(position - 2, '@')
    );
  }

  #isPrefix(position: number): boolean {
    const isDotted = this.isSymbol(position + 1, '.') && this.at(position + 2)?.kind === 'word';
    return isDotted && this.touches(position) && this.touches(position + 1);
  }

  /** Whether nothing separates a token from the next one. */
  touches(position: number): boolean {
    return this.at(position)?.end === this.at(position + 1)?.start;
  }

  isKeyword(position: number, ...keywords: readonly string[]): boolean {
    const keyword = this.keyword(position);
    return keyword !== undefined && keywords.includes(keyword);
  }

  /** The identifier at the position, bare or quoted. */
  name(position: number): string | undefined {
    const token = this.at(position);
    if (token?.kind === 'word') return token.text;
    if (token?.kind !== 'quoted') return undefined;
    const quote = token.text.charAt(0);
    return token.text.slice(1, -1).replaceAll(quote + quote, quote);
  }

  /** The position after the parenthesis that closes the one at the position; the end when none does. */
  afterParentheses(position: number): number {
    let depth = 0;
    for (let at = position; at < this.length; at++) {
      if (this.isSymbol(at, '(')) depth++;
      if (this.isSymbol(at, ')')) depth--;
      if (depth === 0) return at + 1;
    }
    return this.length;
  }

  /** The schema of the name at the position, `schema.name`. */
  schemaOf(position: number): string | undefined {
    return this.isSymbol(position - 1, '.') ? this.name(position - 2) : undefined;
  }
}

/** Semicolons may follow the statement; a second statement may not. */
export function onlyStatement(tokens: Iterable<Token>): Statement | Refusal {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'symbol' && token.text === ';') statements.push([]);
    else if (token.kind !== 'comment') statements.at(-1)?.push(token);
  }
  const [first, ...others] = statements.filter((statement) => statement.length > 0);
  if (first === undefined) return NOTHING_TO_RUN;
  return others.length === 0 ? new Statement(first) : SEVERAL_STATEMENTS;
}
