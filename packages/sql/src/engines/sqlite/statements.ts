import { coreErrors } from '@molehill/core/errors';
import { isWord, type Token, tokenize } from './lexer.ts';

/** Cuts a script where SQLite itself would: at semicolons, except those inside the body of a trigger. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let words: Token[] = [];
  for (const token of tokenize(sql)) {
    if (token.text === ';' && endsHere(words)) {
      if (words.length > 0) statements.push(textOf(sql, words));
      words = [];
    } else words.push(token);
  }
  if (words.length > 0) statements.push(textOf(sql, words));
  return statements;
}

/** The driver runs the first statement and drops the rest without a word, so the rest must be empty. */
export function onlyStatement(sql: string): string {
  const statements = splitStatements(requireText(sql));
  const [statement] = statements;
  if (statement === undefined) throw refuse('there is no statement to run');
  if (statements.length > 1) throw refuse(`one statement is run at a time, ${statements.length} were given`);
  return statement;
}

/** A script is one transaction; it may say so itself at its beginning and its end. */
export function scriptStatements(sql: string): string[] {
  const statements = splitStatements(requireText(sql));
  if (BEGINS.test(statements[0] ?? '')) statements.shift();
  if (COMMITS.test(statements.at(-1) ?? '')) statements.pop();
  if (statements.length === 0) throw refuse('there is no statement to run');
  return statements;
}

const BEGINS = /^BEGIN(?:\s+(?:DEFERRED|IMMEDIATE|EXCLUSIVE))?(?:\s+TRANSACTION)?$/i;
const COMMITS = /^(?:COMMIT|END)(?:\s+TRANSACTION)?$/i;

/** An EXPLAIN runs nothing, whatever it explains. */
export function isPlan(statement: string): boolean {
  const [first] = tokenize(statement);
  return isWord(first, 'EXPLAIN');
}

/** SQLite reads up to the first NUL and believes that was all. */
function requireText(sql: string): string {
  if (sql.includes('\0')) throw refuse('the text contains a NUL character');
  return sql;
}

function refuse(message: string) {
  return coreErrors.fail('E_INVALID_PARAMS', `sql: ${message}`);
}

function endsHere(before: readonly Token[]): boolean {
  if (!isTrigger(before)) return true;
  return isWord(before.at(-1), 'END') && before.at(-2)?.text === ';';
}

function isTrigger(tokens: readonly Token[]): boolean {
  let at = 0;
  if (isWord(tokens[at], 'EXPLAIN')) at += isWord(tokens[at + 1], 'QUERY') ? 3 : 1;
  if (!isWord(tokens[at], 'CREATE')) return false;
  at += isWord(tokens[at + 1], 'TEMP', 'TEMPORARY') ? 2 : 1;
  return isWord(tokens[at], 'TRIGGER');
}

function textOf(sql: string, tokens: readonly Token[]): string {
  return sql.slice(tokens[0]?.start, tokens.at(-1)?.end);
}
