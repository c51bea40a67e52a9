import { type FunctionName, type Refusal, refuse } from '../../../guard/guard.ts';
import { isNative, RESERVED, reasonToRefuse } from './functions.ts';
import type { Statement } from './statement-tokens.ts';

/** Refuses a call that is known to have side effects; adds one that is not known to `unknown`. */
export function judgeCall(statement: Statement, at: number, unknown: FunctionName[]): Refusal | undefined {
  const name = isCall(statement, at) ? statement.name(at) : undefined;
  if (name === undefined) return undefined;
  const schema = schemaOf(statement, at);
  const setsId = name.toUpperCase() === 'LAST_INSERT_ID' && !statement.isSymbol(at + 2, ')');
  const reason = reasonToRefuse(name) ?? (setsId ? 'sets the last insert id' : undefined);
  if (reason !== undefined) return refuse('function', `${name}() ${reason}`);
  if (schema !== undefined) unknown.push({ schema, name });
  else if (!(isPlain(statement, at) && isNative(name))) unknown.push({ name });
  return undefined;
}

/** With quotes or a space, the name of a built-in function may be that of a stored function. */
function isPlain(statement: Statement, at: number): boolean {
  return statement.keyword(at) !== undefined && statement.touches(at);
}

/** MariaDB has schemas for its built-in functions. */
function schemaOf(statement: Statement, at: number): string | undefined {
  const schema = statement.schemaOf(at);
  return schema !== undefined && /^(mariadb|oracle)_schema$/i.test(schema) ? undefined : schema;
}

/** A name before a parenthesis is called, unless it is a keyword or has a list of columns. */
function isCall(statement: Statement, at: number): boolean {
  if (statement.name(at) === undefined || !statement.isSymbol(at + 1, '(')) return false;
  const keyword = statement.keyword(at);
  if (keyword !== undefined && RESERVED.has(keyword)) return false;
  return !isAlias(statement, at) && !isTableOfInsert(statement, at) && !isHeadOfWith(statement, at);
}

/** `(SELECT 1) t (a)`, `(SELECT 1) AS t (a)`, `CAST(a AS DECIMAL(9))`, `@a`, `{oj (t)}`. */
function isAlias(statement: Statement, at: number): boolean {
  return statement.isSymbol(at - 1, ')', '@', '{') || statement.isKeyword(at - 1, 'AS');
}

/** `INSERT INTO t (a)`, which occurs only under EXPLAIN. */
function isTableOfInsert(statement: Statement, at: number): boolean {
  const before = statement.isSymbol(at - 1, '.') ? at - 3 : at - 1;
  return statement.isKeyword(before, 'INTO', 'INSERT', 'REPLACE');
}

/** `WITH t (a, b) AS (…)`: a list of bare names, then AS and a parenthesis. */
function isHeadOfWith(statement: Statement, at: number): boolean {
  const end = statement.afterParentheses(at + 1);
  return statement.isKeyword(end, 'AS') && statement.isSymbol(end + 1, '(');
}
