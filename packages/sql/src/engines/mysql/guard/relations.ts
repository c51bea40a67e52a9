import type { ObjectName } from '../../../guard/guard.ts';
import { words } from '../../../word-list.ts';
import { isNative, RESERVED } from './functions.ts';
import type { Statement } from './statement-tokens.ts';

const BEFORE_TABLES = [...words('FROM JOIN STRAIGHT_JOIN TABLE LATERAL UPDATE INTO')];
/** Reserved in every server: other words may be aliases in the list of tables. */
const AFTER_TABLES = [...words('SELECT WHERE GROUP HAVING ORDER LIMIT UNION SET')];

const BEFORE_OPERAND = [...words('ON AND OR XOR NOT LIKE IS BETWEEN WHEN THEN ELSE CASE AS')];

/**
 * The names that may be tables or views of a query: all that occur from FROM to the next clause, whatever stands between
 * them. Aliases and columns are among them, which costs a look-up and hides no view.
 */
export function relationsOf(statement: Statement): readonly ObjectName[] {
  const found: ObjectName[] = [];
  /** One entry per nesting level of parentheses: whether the position is in a list of tables. */
  const inTables = [false];
  for (let at = 0; at < statement.length; at++) {
    track(statement, at, inTables);
    if (inTables.at(-1)) found.push(...relationsAt(statement, at));
  }
  return found;
}

function track(statement: Statement, at: number, inTables: boolean[]): void {
  if (statement.isSymbol(at, ';')) inTables.splice(0, inTables.length, false);
  if (statement.isSymbol(at, '(')) inTables.push(inTables.at(-1) === true);
  if (statement.isSymbol(at, ')') && inTables.length > 1) inTables.pop();
  if (statement.isKeyword(at, ...BEFORE_TABLES)) inTables[inTables.length - 1] = true;
  if (statement.isKeyword(at, ...AFTER_TABLES) && !isInIndexHint(statement, at))
    inTables[inTables.length - 1] = false;
}

/** `IGNORE INDEX FOR ORDER BY (i)`, `USE KEY FOR GROUP BY (i)`. */
function isInIndexHint(statement: Statement, at: number): boolean {
  return statement.isKeyword(at - 1, 'FOR') && statement.isKeyword(at - 2, 'INDEX', 'KEY');
}

/** `name`, `schema.name`, or `.name` in the current schema. */
function relationsAt(statement: Statement, at: number): readonly ObjectName[] {
  const name = statement.name(at);
  if (name === undefined || isKnownWord(statement, at)) return [];
  if (statement.isSymbol(at + 1, '.') && statement.touches(at)) return [];
  const schema = statement.schemaOf(at);
  if (schema === undefined) return isOperand(statement, at) ? [] : [{ name }];
  if (!isSchema(statement, at - 2)) return [{ schema, name }, { name }];
  return isOperand(statement, at - 2) ? [] : [{ schema, name }];
}

/** Columns in conditions are most names of a join; each look-up saved makes the check faster. */
function isOperand(statement: Statement, at: number): boolean {
  return statement.isSymbol(at - 1, ...'=<>+-*/%&|^!~') || statement.isKeyword(at - 1, ...BEFORE_OPERAND);
}

/** Whether the name before a dot is certainly a schema: `{oj .t …}` and `FROM .t` have none. */
function isSchema(statement: Statement, at: number): boolean {
  const keyword = statement.keyword(at);
  const isWord = keyword !== undefined && RESERVED.has(keyword);
  return statement.touches(at) && !isWord && !statement.isSymbol(at - 1, '{');
}

function isKnownWord(statement: Statement, at: number): boolean {
  const keyword = statement.keyword(at);
  if (keyword === undefined) return false;
  return RESERVED.has(keyword) || (statement.isSymbol(at + 1, '(') && isNative(keyword));
}
