import { coreErrors } from '@molehill/core/errors';
import { isWord, splitStatements, type Token, tokenize } from './lexer.ts';

export interface ParsedStatement {
  readonly sql: string;
  readonly tokens: readonly Token[];
}

/** The driver runs the first statement of a text and silently drops the rest, so there must be no rest. */
export function onlyStatement(sql: string): ParsedStatement {
  const statements = parseStatements(sql);
  const [statement] = statements;
  if (statement && statements.length === 1) return statement;
  throw invalid(statement ? `expected one statement, found ${statements.length}` : 'no statement to run');
}

/** A script runs in one transaction, so BEGIN at its start and COMMIT at its end are redundant. */
export function scriptStatements(sql: string): string[] {
  const statements = parseStatements(sql).map((statement) => statement.sql);
  if (BEGIN.test(statements[0] ?? '')) statements.shift();
  if (COMMIT.test(statements.at(-1) ?? '')) statements.pop();
  if (statements.length === 0) throw invalid('no statement to run');
  return statements;
}

const BEGIN = /^BEGIN(?:\s+(?:DEFERRED|IMMEDIATE|EXCLUSIVE))?(?:\s+TRANSACTION)?$/i;
const COMMIT = /^(?:COMMIT|END)(?:\s+TRANSACTION)?$/i;

export function isExplain({ tokens }: ParsedStatement): boolean {
  return isWord(tokens[0], 'EXPLAIN');
}

export function parseStatements(sql: string): ParsedStatement[] {
  // SQLite stops reading at the first NUL.
  if (sql.includes('\0')) throw invalid('the text contains a NUL character');
  return splitStatements(tokenize(sql)).map((tokens) => ({
    sql: sql.slice(tokens[0]?.start, tokens.at(-1)?.end),
    tokens,
  }));
}

function invalid(message: string) {
  return coreErrors.fail('E_INVALID_PARAMS', `sql: ${message}`);
}
