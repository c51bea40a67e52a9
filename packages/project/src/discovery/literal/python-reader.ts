import type { Variables } from '../variables.ts';
import { at, computed, join, type Literal, Unknown } from './literal.ts';
import type { Token, Tokens } from './python-tokens.ts';
import {
  type Arguments,
  attribute,
  called,
  Dotted,
  inFolder,
  type PythonValue,
  SAME_PATH,
} from './python-values.ts';

const DEEPEST = 40;
const WORDS: Readonly<Record<string, Literal>> = { True: true, False: false, None: null };

/** Reads one expression. What it does not understand becomes unknown, and what follows is left unread. */
export class PythonReader {
  readonly #tokens: Tokens;
  readonly #lookUp: (name: string) => PythonValue;
  readonly #variables: Variables;
  #depth = 0;

  constructor(tokens: Tokens, lookUp: (name: string) => PythonValue, variables: Variables) {
    this.#tokens = tokens;
    this.#lookUp = lookUp;
    this.#variables = variables;
  }

  expression(): PythonValue {
    if (this.#depth >= DEEPEST) return computed;
    this.#depth += 1;
    let value = this.#sum();
    while (this.#word('or')) {
      const other = this.#sum();
      const falls = value === '' || value === null || value === undefined || value instanceof Unknown;
      value = falls ? other : value;
    }
    this.#depth -= 1;
    return this.#word('if') ? computed : value;
  }

  #literal(): Literal {
    return literalOf(this.expression());
  }

  #sum(): PythonValue {
    let value = this.#product();
    while (this.#tokens.accept('+')) value = join([literalOf(value), literalOf(this.#product())]);
    return value;
  }

  #product(): PythonValue {
    let value = this.#primary();
    while (this.#tokens.accept('/')) value = inFolder([literalOf(value), literalOf(this.#primary())]);
    return value;
  }

  #primary(): PythonValue {
    let value = this.#atom();
    for (;;) {
      if (this.#tokens.accept('.')) value = this.#attribute(value);
      else if (this.#tokens.accept('(')) value = called(value, this.#arguments(), this.#variables);
      else if (this.#tokens.accept('[')) value = this.#item(value);
      else return value;
    }
  }

  #attribute(value: PythonValue): PythonValue {
    const name = this.#tokens.take().text;
    const isMethod = typeof value === 'string' && this.#tokens.next.text === '(';
    if (!isMethod) return attribute(value, name);
    this.#tokens.take();
    const { positional } = this.#arguments();
    if (SAME_PATH.has(name)) return value;
    return name === 'joinpath' ? inFolder([value, ...positional]) : computed;
  }

  #item(value: PythonValue): PythonValue {
    const key = this.#literal();
    this.#tokens.accept(']');
    if (value instanceof Dotted)
      return /(^|\.)environ$/.test(value.path) ? this.#variables.get(String(key)) : computed;
    return typeof key === 'string' ? (at(value, key) ?? computed) : computed;
  }

  #atom(): PythonValue {
    const token = this.#tokens.take();
    if (token.kind === 'string') return this.#texts(token.text);
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'name')
      return Object.hasOwn(WORDS, token.text) ? WORDS[token.text] : this.#lookUp(token.text);
    if (token.text === '{') return this.#dictionary();
    if (token.text === '[') return this.#list(']');
    if (token.text === '(') return this.#brackets();
    if (token.text === '-') return Number(this.#tokens.take().text);
    return computed;
  }

  /** Texts that stand beside each other are one. */
  #texts(beginning: string): string {
    let text = beginning;
    while (this.#tokens.next.kind === 'string') text += this.#tokens.take().text;
    return text;
  }

  #brackets(): PythonValue {
    const value = this.expression();
    if (this.#tokens.accept(')')) return value;
    this.#tokens.accept(',');
    return [literalOf(value), ...this.#list(')')];
  }

  #list(end: string): readonly Literal[] {
    const items: Literal[] = [];
    while (!this.#ends(end)) items.push(this.#element(end));
    return items;
  }

  #dictionary(): Literal {
    const entries: (readonly [string, Literal])[] = [];
    while (!this.#ends('}')) {
      if (this.#tokens.accept('**')) entries.push(...entriesOf(this.#element('}')));
      else {
        const key = this.#literal();
        if (this.#tokens.accept(':')) entries.push([String(key), this.#element('}')]);
        else this.#element('}');
      }
    }
    return Object.fromEntries(entries);
  }

  #arguments(): Arguments {
    const positional: Literal[] = [];
    const named: Record<string, Literal> = {};
    while (!this.#ends(')')) {
      const value = this.expression();
      if (value instanceof Dotted && this.#tokens.accept('=')) named[value.path] = this.#element(')');
      else positional.push(this.#finished(literalOf(value), ')'));
    }
    return { positional, named };
  }

  #element(end: string): Literal {
    return this.#finished(this.#literal(), end);
  }

  /** Goes on behind the comma. A value that something follows is not what it seemed to be. */
  #finished(value: Literal, end: string): Literal {
    if (this.#tokens.accept(',') || this.#closes(end)) return value;
    let open = 0;
    while (this.#tokens.next.kind !== 'end') {
      if (open === 0 && (this.#tokens.accept(',') || this.#closes(end))) break;
      open += opened(this.#tokens.take());
    }
    return computed;
  }

  #closes(mark: string): boolean {
    return this.#tokens.next.kind === 'mark' && this.#tokens.next.text === mark;
  }

  #ends(mark: string): boolean {
    return this.#tokens.accept(mark) || this.#tokens.next.kind === 'end';
  }

  #word(word: string): boolean {
    if (this.#tokens.next.kind !== 'name' || this.#tokens.next.text !== word) return false;
    this.#tokens.take();
    return true;
  }
}

/** How many brackets more are open behind a token than before it. */
function opened({ kind, text }: Token): number {
  if (kind !== 'mark') return 0;
  if ('([{'.includes(text)) return 1;
  return ')]}'.includes(text) ? -1 : 0;
}

function literalOf(value: PythonValue): Literal {
  return value instanceof Dotted ? computed : value;
}

function entriesOf(value: Literal): (readonly [string, Literal])[] {
  return typeof value === 'object' && value !== null && !(value instanceof Unknown)
    ? Object.entries(value)
    : [];
}
