import { type FunctionName, type Refusal, refuse } from '../../../guard/guard.ts';
import type { Statement } from '../../../guard/tokens.ts';
import { isNative, isNotCalled, reasonToRefuse } from './functions.ts';

/** Refuses a call that is known to do more than compute; notes one that is not known at all. */
export function judgeCall(statement: Statement, at: number, unknown: FunctionName[]): Refusal | undefined {
  const name = isCall(statement, at) ? statement.name(at) : undefined;
  if (name === undefined) return undefined;
  const schema = schemaOf(statement, at);
  const reason =
    reasonToRefuse(name) ?? (setsLastInsertId(statement, at, name) ? 'sets the last insert id' : undefined);
  if (reason !== undefined) return refuse('function', `${name}() ${reason}`);
  if (schema !== undefined) unknown.push({ schema, name });
  else if (!isNative(name)) unknown.push({ name });
  return undefined;
}

/** MariaDB names a schema for its own functions. */
function schemaOf(statement: Statement, at: number): string | undefined {
  const schema = statement.schemaOf(at);
  return schema !== undefined && /^(mariadb|oracle)_schema$/i.test(schema) ? undefined : schema;
}

/** A name in front of a parenthesis is called, unless it is a keyword or a name with a list of columns. */
function isCall(statement: Statement, at: number): boolean {
  if (statement.name(at) === undefined || !statement.isSymbol(at + 1, '(')) return false;
  const keyword = statement.keyword(at);
  if (keyword !== undefined && isNotCalled(keyword)) return false;
  return !isAlias(statement, at) && !isTableOfInsert(statement, at) && !isHeadOfWith(statement, at);
}

/** `(SELECT 1) t (a)`, `(SELECT 1) AS t (a)`, `CAST(a AS DECIMAL(9))`, `@a`. */
function isAlias(statement: Statement, at: number): boolean {
  return statement.isSymbol(at - 1, ')', '@') || statement.isKeyword(at - 1, 'AS');
}

/** `INSERT INTO t (a)`, which can only be met where it is explained. */
function isTableOfInsert(statement: Statement, at: number): boolean {
  const before = statement.isSymbol(at - 1, '.') ? at - 3 : at - 1;
  return statement.isKeyword(before, 'INTO', 'INSERT', 'REPLACE');
}

/** `WITH t (a, b) AS (…)`: a list of bare names, then AS and a parenthesis. */
function isHeadOfWith(statement: Statement, at: number): boolean {
  const end = statement.afterParentheses(at + 1);
  return statement.isKeyword(end, 'AS') && statement.isSymbol(end + 1, '(');
}

function setsLastInsertId(statement: Statement, at: number, name: string): boolean {
  return name.toUpperCase() === 'LAST_INSERT_ID' && !statement.isSymbol(at + 2, ')');
}
