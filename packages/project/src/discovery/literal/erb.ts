import type { Variables } from '../variables.ts';
import { computed, type Literal, mapTexts, Unknown, unset } from './literal.ts';

const TAG = /<%(=?)([\s\S]*?)-?%>/g;
const FETCH =
  /^ENV\.fetch\(?\s*(["'])([^"']+)\1\s*(?:,\s*([\s\S]+?))?\s*\)?\s*(?:\{\s*([\s\S]*?)\s*\}|do\s+([\s\S]*?)\s*end)?$/;
const INDEX = /^ENV\[\s*(["'])([^"']+)\1\s*\](?:\.presence)?\s*(?:\|\|\s*([\s\S]+))?$/;
const LONGEST_CODE = 500;
const TEXT = /^(["'])([^"'#]*)\1$/;

/** ERB of settings: tags with literals and variables are filled in; the rest becomes marks that are read as unknown. */
export class FilledErb {
  readonly text: string;
  readonly #unknowns: Unknown[] = [];

  constructor(source: string, variables: Variables) {
    this.text = source.replace(TAG, (_, output: string, code: string) => {
      if (output === '') return '';
      const value = evaluate(code.trim(), variables);
      return value instanceof Unknown ? this.#mark(value) : String(value ?? '');
    });
  }

  /** Puts the unknowns back in where their marks stand. */
  restore(value: Literal): Literal {
    return mapTexts(value, (text) => {
      const index = /molehill-unknown-(\d+)-/.exec(text)?.[1];
      return index === undefined ? text : (this.#unknowns[Number(index)] ?? computed);
    });
  }

  #mark(unknown: Unknown): string {
    return `molehill-unknown-${this.#unknowns.push(unknown) - 1}-`;
  }
}

function evaluate(code: string, variables: Variables): Literal {
  if (code.length > LONGEST_CODE) return computed;
  const literal = literalOf(code);
  if (literal !== undefined) return literal;
  const fetched = FETCH.exec(code);
  if (fetched) return variableOr(fetched[2] ?? '', fetched[3] ?? fetched[4] ?? fetched[5], variables);
  const indexed = INDEX.exec(code);
  return indexed ? variableOr(indexed[2] ?? '', indexed[3], variables) : computed;
}

function variableOr(variable: string, usual: string | undefined, variables: Variables): Literal {
  const found = variables.find(variable);
  if (found !== undefined) return found;
  return usual === undefined ? unset(variable) : evaluate(usual.trim(), variables);
}

function literalOf(code: string): Literal {
  if (code === 'nil') return null;
  if (/^\d+$/.test(code)) return Number(code);
  return TEXT.exec(code)?.[2];
}
