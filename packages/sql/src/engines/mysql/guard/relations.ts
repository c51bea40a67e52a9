import type { ObjectName } from '../../../guard/guard.ts';
import { words } from '../../../word-list.ts';
import type { Statement } from './statement-tokens.ts';

const BEFORE_TABLE = [...words('FROM JOIN STRAIGHT_JOIN TABLE LATERAL UPDATE INTO')];
const AFTER_TABLES = [...words('SELECT WHERE GROUP HAVING ORDER LIMIT WINDOW UNION EXCEPT INTERSECT SET')];

/** The tables and views a query names. Errs towards a name too many. */
export function relationsOf(statement: Statement): readonly ObjectName[] {
  const found: ObjectName[] = [];
  /** One entry per nesting level of parentheses: whether the position is in a list of tables. */
  const inTables = [false];
  for (let at = 0; at < statement.length; at++) {
    track(statement, at, inTables);
    const name = inTables.at(-1) && startsItem(statement, at) ? statement.name(at) : undefined;
    if (name !== undefined) found.push(withSchema(statement, at, name));
  }
  return found;
}

function track(statement: Statement, at: number, inTables: boolean[]): void {
  if (statement.isSymbol(at, '(')) inTables.push(inTables.at(-1) === true && startsItem(statement, at));
  if (statement.isSymbol(at, ')') && inTables.length > 1) inTables.pop();
  if (statement.isKeyword(at, ...BEFORE_TABLE)) inTables[inTables.length - 1] = true;
  if (statement.isKeyword(at, ...AFTER_TABLES)) inTables[inTables.length - 1] = false;
}

function startsItem(statement: Statement, at: number): boolean {
  return statement.isSymbol(at - 1, ',', '(') || statement.isKeyword(at - 1, ...BEFORE_TABLE);
}

function withSchema(statement: Statement, at: number, first: string): ObjectName {
  const second = statement.isSymbol(at + 1, '.') ? statement.name(at + 2) : undefined;
  return second === undefined ? { name: first } : { schema: first, name: second };
}
