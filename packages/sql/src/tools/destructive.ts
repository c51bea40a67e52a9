import type { SqlLexer } from '../engines/shared/lexer.ts';
import { words } from '../word-list.ts';

interface Word {
  readonly text: string;
  readonly depth: number;
  readonly isVerb: boolean;
}

/** After `ALTER … DROP`: no data is lost. */
const WITHOUT_DATA = words('NOT DEFAULT CONSTRAINT INDEX KEY CHECK PRIMARY FOREIGN EXPRESSION IDENTITY');
/** A verb stands at the beginning, after a parenthesis (of a WITH clause, of options), or after these. */
const BEFORE_VERB = words('ANALYZE VERBOSE');

/** What the statement or script destroys beyond single rows, such as `DROP TABLE`; undefined when nothing. */
export function destroys(sql: string, lexer: SqlLexer): string | undefined {
  for (const statement of lexer.split(sql)) {
    const found = wordsOf(statement, lexer);
    for (const [index, { isVerb }] of found.entries()) {
      const destroyed = isVerb ? judgeVerb(found.slice(index)) : undefined;
      if (destroyed !== undefined) return destroyed;
    }
  }
  return undefined;
}

function wordsOf(statement: string, lexer: SqlLexer): Word[] {
  const found: Word[] = [];
  let depth = 0;
  let afterParenthesis = false;
  for (const { kind, text } of lexer.tokens(statement)) {
    if (text === '(') depth += 1;
    if (text === ')') depth = Math.max(0, depth - 1);
    afterParenthesis ||= text === '(' || text === ')';
    if (kind !== 'word') continue;
    const isVerb = afterParenthesis || found.length === 0 || BEFORE_VERB.has(found.at(-1)?.text ?? '');
    found.push({ text: text.toUpperCase(), depth, isVerb });
    afterParenthesis = false;
  }
  return found;
}

function judgeVerb([verb, ...rest]: readonly Word[]): string | undefined {
  if (verb?.text === 'DROP') return `DROP ${rest[0]?.text ?? ''}`.trim();
  if (verb?.text === 'TRUNCATE') return 'TRUNCATE';
  if (verb?.text === 'ALTER') return dropsData(rest) ? 'ALTER … DROP' : undefined;
  if (verb?.text !== 'DELETE' && verb?.text !== 'UPDATE') return undefined;
  return hasCondition(rest, verb.depth) ? undefined : `${verb.text} without WHERE`;
}

function dropsData(rest: readonly Word[]): boolean {
  return rest.some(({ text }, at) => text === 'DROP' && !WITHOUT_DATA.has(rest[at + 1]?.text ?? ''));
}

/** The WHERE must belong to the verb itself: one inside parentheses belongs to a subquery. */
function hasCondition(rest: readonly Word[], depth: number): boolean {
  const outside = rest.findIndex((word) => word.depth < depth);
  const own = outside < 0 ? rest : rest.slice(0, outside);
  return own.some((word) => word.depth === depth && word.text === 'WHERE');
}
