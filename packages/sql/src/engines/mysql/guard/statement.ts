import {
  dependingOn,
  type FunctionName,
  PLANS,
  READS,
  type Refusal,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { judgeCall } from './calls.ts';
import { relationsOf } from './relations.ts';
import type { Statement } from './statement-tokens.ts';

const QUERY_VERBS = ['SELECT', 'VALUES', 'TABLE', 'WITH'];
const CHANGE_VERBS = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE'];

export function judgeStatement(statement: Statement): Verdict {
  if (isQuery(statement)) return judgeQuery(statement, false);
  switch (statement.keyword(0)) {
    case 'SHOW':
    case 'HELP':
      return judgeExpressions(statement, false);
    case 'CHECKSUM':
      return statement.isKeyword(1, 'TABLE', 'TABLES') ? READS : notARead(statement);
    case 'DESCRIBE':
    case 'DESC':
    case 'EXPLAIN':
      return judgeExplain(statement.from(1));
    case 'ANALYZE':
      return judgeAnalyze(statement.from(afterFormat(statement, 1)));
    default:
      return notARead(statement);
  }
}

function isQuery(statement: Statement): boolean {
  return statement.isSymbol(0, '(') || statement.isKeyword(0, ...QUERY_VERBS);
}

function notARead(statement: Statement): Refusal {
  return refuse('statement', `${statement.at(0)?.text.toUpperCase() ?? 'this'} is not a read`);
}

/** A query expression in any number of parentheses, or with a WITH clause. */
function judgeQuery(statement: Statement, planOnly: boolean): Verdict {
  let at = 0;
  while (statement.isSymbol(at, '(')) at++;
  const main = statement.isKeyword(at, 'WITH') ? afterWith(statement, at) : at;
  const allowed = planOnly ? [...QUERY_VERBS, ...CHANGE_VERBS] : QUERY_VERBS;
  if (statement.isKeyword(main, ...allowed) || statement.isSymbol(main, '('))
    return judgeExpressions(statement, planOnly);
  return refuse('statement', `${statement.keyword(main) ?? 'the statement after WITH'} is not a read`);
}

/** The position of the statement that the common table expressions belong to. */
function afterWith(statement: Statement, position: number): number {
  let at = statement.isKeyword(position + 1, 'RECURSIVE') ? position + 2 : position + 1;
  for (;;) {
    at++;
    if (statement.isSymbol(at, '(')) at = statement.afterParentheses(at);
    if (!statement.isKeyword(at, 'AS')) return statement.length;
    at = statement.afterParentheses(at + 1);
    if (statement.isKeyword(at, 'CYCLE')) at = afterCycle(statement, at);
    if (!statement.isSymbol(at, ',')) return at;
    at++;
  }
}

/** MariaDB: `CYCLE a, b RESTRICT`. */
function afterCycle(statement: Statement, position: number): number {
  let at = position;
  while (at < statement.length && !statement.isKeyword(at, 'RESTRICT')) at++;
  return at + 1;
}

/** After EXPLAIN: options, then a statement, a connection or the name of a table. */
function judgeExplain(statement: Statement): Verdict {
  let at = 0;
  let runs = false;
  while (
    statement.isKeyword(at, 'EXTENDED', 'PARTITIONS', 'FORMAT', 'ANALYZE') &&
    at + 1 < statement.length
  ) {
    if (statement.isKeyword(at, 'ANALYZE')) runs = true;
    at = Math.max(afterFormat(statement, at), at + 1);
  }
  if (statement.isKeyword(at, 'FOR')) return judgeExplainFor(statement.from(at + 1), runs);
  return judgeExplained(statement.from(at), runs);
}

function judgeExplainFor(statement: Statement, runs: boolean): Verdict {
  if (statement.isKeyword(0, 'CONNECTION') && statement.length === 2) return READS;
  if (statement.isKeyword(0, 'SCHEMA', 'DATABASE')) return judgeExplained(statement.from(2), runs);
  return refuse('statement', 'EXPLAIN FOR is followed by neither a connection nor a schema');
}

function judgeExplained(statement: Statement, runs: boolean): Verdict {
  if (isQuery(statement)) return judgeQuery(statement, !runs);
  if (statement.isKeyword(0, ...CHANGE_VERBS))
    return runs
      ? refuse('explain-analyze', `EXPLAIN ANALYZE runs the ${statement.keyword(0)}`)
      : judgeExpressions(statement, true);
  return !runs && isTableName(statement) ? READS : notARead(statement);
}

/** `t` or `db.t`, with an optional column or pattern. */
function isTableName(statement: Statement): boolean {
  if (statement.name(0) === undefined) return false;
  const end = statement.isSymbol(1, '.') ? 3 : 1;
  const last = statement.at(end);
  const isPattern = last?.kind !== 'symbol' && last?.kind !== 'param';
  return statement.length === end || (statement.length === end + 1 && isPattern);
}

/** MariaDB runs what it analyzes; ANALYZE TABLE rewrites statistics. */
function judgeAnalyze(statement: Statement): Verdict {
  if (statement.isKeyword(0, 'SELECT', 'WITH', 'VALUES') || statement.isSymbol(0, '('))
    return judgeQuery(statement, false);
  return refuse('statement', `ANALYZE ${statement.keyword(0) ?? ''} is not a read`);
}

/** The position after `FORMAT = JSON`, or the same when there is none. */
function afterFormat(statement: Statement, at: number): number {
  return statement.isKeyword(at, 'FORMAT') && statement.isSymbol(at + 1, '=') ? at + 3 : at;
}

function judgeExpressions(statement: Statement, planOnly: boolean): Verdict {
  const functions: FunctionName[] = [];
  for (let at = 0; at < statement.length; at++) {
    const refusal =
      refuseInto(statement, at, planOnly) ??
      (planOnly ? undefined : refuseLock(statement, at)) ??
      refuseRest(statement, at) ??
      judgeCall(statement, at, functions);
    if (refusal) return refusal;
  }
  return dependingOn(planOnly ? PLANS : READS, { functions, relations: relationsOf(statement) });
}

/** INTO writes a file or sets a variable, except in an INSERT that is only planned. */
function refuseInto(statement: Statement, at: number, planOnly: boolean): Refusal | undefined {
  if (!statement.isKeyword(at, 'INTO')) return undefined;
  const target = statement.isKeyword(at + 1, 'OUTFILE', 'DUMPFILE') || statement.isSymbol(at + 1, '@');
  return planOnly && !target ? undefined : refuse('into', 'SELECT … INTO writes a file or sets variables');
}

function refuseLock(statement: Statement, at: number): Refusal | undefined {
  const locks =
    (statement.isKeyword(at, 'FOR') && statement.isKeyword(at + 1, 'UPDATE', 'SHARE')) ||
    (statement.isKeyword(at, 'LOCK') && statement.isKeyword(at + 1, 'IN'));
  return locks ? refuse('row-lock', 'FOR UPDATE, FOR SHARE and LOCK IN SHARE MODE lock rows') : undefined;
}

function refuseRest(statement: Statement, at: number): Refusal | undefined {
  const follows = (...keywords: readonly string[]) =>
    keywords.every((keyword, offset) => statement.isKeyword(at + offset, keyword));
  if (statement.isSymbol(at, ':=')) return refuse('variable', ':= sets a variable');
  if (follows('PROCEDURE', 'ANALYSE')) return refuse('procedure', 'PROCEDURE ANALYSE is not a read');
  if (follows('NEXT', 'VALUE', 'FOR')) return refuse('function', 'NEXT VALUE FOR advances a sequence');
  return undefined;
}
