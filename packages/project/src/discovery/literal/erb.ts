import type { Variables } from '../variables.ts';
import { computed, type Literal, mapTexts, Unknown, unset } from './literal.ts';

const TAG = /<%(=?)([\s\S]*?)-?%>/g;
const FETCH =
  /^ENV\.fetch\(?\s*(["'])([^"']+)\1\s*(?:,\s*([\s\S]+?))?\s*\)?\s*(?:\{\s*([\s\S]*?)\s*\}|do\s+([\s\S]*?)\s*end)?$/;
const INDEX = /^ENV\[\s*(["'])([^"']+)\1\s*\](?:\.presence)?\s*(?:\|\|\s*([\s\S]+))?$/;
const LITERAL = /^(?:(nil)|(\d+)|(["'])([^"'#]*)\3)$/;
/** Bounds the time that the expressions above can take. */
const MAX_CODE_LENGTH = 500;

/** YAML with ERB tags: literals and variables are filled in, other expressions become placeholders for unknown values. */
export class FilledErb {
  readonly text: string;
  readonly #unknowns: Unknown[] = [];

  constructor(source: string, variables: Variables) {
    this.text = source.replace(TAG, (_, output: string, code: string) => {
      const value = output === '' ? '' : evaluate(code.trim(), variables);
      if (!(value instanceof Unknown)) return String(value ?? '');
      return `molehill-unknown-${this.#unknowns.push(value) - 1}-`;
    });
  }

  /** Replaces placeholders in the parsed YAML with their unknown values. */
  restore(value: Literal): Literal {
    return mapTexts(value, (text) => {
      const index = /molehill-unknown-(\d+)-/.exec(text)?.[1];
      return index === undefined ? text : (this.#unknowns[Number(index)] ?? computed);
    });
  }
}

function evaluate(code: string, variables: Variables): Literal {
  if (code.length > MAX_CODE_LENGTH) return computed;
  const [literal, nil, digits, , text] = LITERAL.exec(code) ?? [];
  if (literal !== undefined) return nil ? null : (text ?? Number(digits));
  const [, , variable, ...fallbacks] = FETCH.exec(code) ?? INDEX.exec(code) ?? [];
  if (variable === undefined) return computed;
  const fallback = fallbacks.find((found) => found !== undefined);
  return (
    variables.find(variable) ??
    (fallback === undefined ? unset(variable) : evaluate(fallback.trim(), variables))
  );
}
