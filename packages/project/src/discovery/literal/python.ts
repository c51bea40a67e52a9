import type { Variables } from '../variables.ts';
import { computed, type Literal } from './literal.ts';
import { PythonReader } from './python-reader.ts';
import { Tokens } from './python-tokens.ts';
import { Dotted, type PythonValue } from './python-values.ts';

/** How far one name may lead to the next. */
const DEEPEST = 10;

export interface Assigned {
  readonly value: Literal;
  readonly index: number;
}

/** A module of Python settings. Its assignments are read, and nothing is run. */
export class PythonModule {
  readonly #text: string;
  readonly #path: string;
  readonly #variables: Variables;

  constructor(text: string, path: string, variables: Variables) {
    this.#text = text;
    this.#path = path;
    this.#variables = variables;
  }

  assigned(name: string): Assigned | undefined {
    const place = this.#placeOf(name);
    if (!place) return undefined;
    const value = this.#read(place.end, 0);
    return { value: value instanceof Dotted ? computed : value, index: place.start };
  }

  /** The last assignment at the top counts, as it does in the program. */
  #placeOf(name: string): { readonly start: number; readonly end: number } | undefined {
    const assignment = new RegExp(`^${name}[ \\t]*(?::[^=\\n]+)?=(?!=)`, 'gm');
    const last = [...this.#text.matchAll(assignment)].at(-1);
    return last && { start: last.index, end: last.index + last[0].length };
  }

  #read(from: number, depth: number): PythonValue {
    const lookUp = (name: string): PythonValue => {
      if (name === '__file__') return this.#path;
      const place = this.#placeOf(name);
      if (!place) return new Dotted(name);
      return depth < DEEPEST ? this.#read(place.end, depth + 1) : computed;
    };
    return new PythonReader(new Tokens(this.#text, from), lookUp, this.#variables).expression();
  }
}
