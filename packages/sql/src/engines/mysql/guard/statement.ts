import { type FunctionName, PLANS, READS, type Refusal, refuse, type Verdict } from '../../../guard/guard.ts';
import type { Statement } from '../../../guard/tokens.ts';
import { judgeCall } from './calls.ts';
import { relationsOf } from './relations.ts';

const QUERY_VERBS = ['SELECT', 'VALUES', 'TABLE', 'WITH'];
const CHANGE_VERBS = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE'];

interface Circumstances {
  /** Explained, not run. */
  readonly planOnly: boolean;
}

const RUN: Circumstances = { planOnly: false };
const PLAN: Circumstances = { planOnly: true };

export function judgeStatement(statement: Statement): Verdict {
  const verb = statement.keyword(0);
  if (statement.isSymbol(0, '(') || isQueryVerb(verb)) return judgeQuery(statement, RUN);
  switch (verb) {
    case 'SHOW':
    case 'HELP':
      return judgeExpressions(statement, RUN);
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

function isQueryVerb(verb: string | undefined): boolean {
  return verb !== undefined && QUERY_VERBS.includes(verb);
}

function notARead(statement: Statement): Refusal {
  return refuse('statement', `${statement.at(0)?.text.toUpperCase() ?? 'this'} is not a read`);
}

/** A query expression in any number of parentheses, or a WITH in front of one. */
function judgeQuery(statement: Statement, how: Circumstances): Verdict {
  let at = 0;
  while (statement.isSymbol(at, '(')) at++;
  const main = statement.isKeyword(at, 'WITH') ? afterWith(statement, at) : at;
  const verb = statement.keyword(main);
  if (isQueryVerb(verb) || statement.isSymbol(main, '(')) return judgeExpressions(statement, how);
  if (how.planOnly && verb !== undefined && CHANGE_VERBS.includes(verb))
    return judgeExpressions(statement, how);
  return refuse('statement', `${verb ?? 'what follows WITH'} is not a read`);
}

/** Where the statement begins that the common table expressions belong to. */
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

/** What comes after EXPLAIN: options, then a statement, a connection or the name of a table. */
function judgeExplain(statement: Statement): Verdict {
  let at = 0;
  let runs = false;
  while (
    statement.isKeyword(at, 'EXTENDED', 'PARTITIONS', 'FORMAT', 'ANALYZE') &&
    at + 1 < statement.length
  ) {
    if (statement.isKeyword(at, 'ANALYZE')) runs = true;
    const next = afterFormat(statement, at);
    at = next > at ? next : at + 1;
  }
  if (statement.isKeyword(at, 'FOR')) return judgeExplainFor(statement.from(at + 1), runs);
  return judgeExplained(statement.from(at), runs);
}

function judgeExplainFor(statement: Statement, runs: boolean): Verdict {
  if (statement.isKeyword(0, 'CONNECTION') && statement.length === 2) return READS;
  if (statement.isKeyword(0, 'SCHEMA', 'DATABASE')) return judgeExplained(statement.from(2), runs);
  return refuse('syntax', 'what is explained is not understood');
}

function judgeExplained(statement: Statement, runs: boolean): Verdict {
  const verb = statement.keyword(0);
  if (statement.isSymbol(0, '(') || isQueryVerb(verb)) return judgeQuery(statement, runs ? RUN : PLAN);
  if (verb !== undefined && CHANGE_VERBS.includes(verb)) {
    return runs
      ? refuse('explain-analyze', `EXPLAIN ANALYZE runs the ${verb}`)
      : judgeExpressions(statement, PLAN);
  }
  return !runs && isNameOfTable(statement) ? READS : notARead(statement);
}

/** `t`, `db.t`, and then perhaps a column or a pattern. */
function isNameOfTable(statement: Statement): boolean {
  if (statement.name(0) === undefined) return false;
  const end = statement.isSymbol(1, '.') ? 3 : 1;
  return statement.length === end || (statement.length === end + 1 && statement.at(end)?.kind !== 'symbol');
}

/** MariaDB runs what it analyzes; ANALYZE TABLE rewrites statistics. */
function judgeAnalyze(statement: Statement): Verdict {
  if (statement.isKeyword(0, 'SELECT', 'WITH', 'VALUES') || statement.isSymbol(0, '('))
    return judgeQuery(statement, RUN);
  return refuse('statement', `ANALYZE ${statement.keyword(0) ?? ''} is not a read`);
}

/** The position after `FORMAT = JSON`, or the same when there is none. */
function afterFormat(statement: Statement, at: number): number {
  return statement.isKeyword(at, 'FORMAT') && statement.isSymbol(at + 1, '=') ? at + 3 : at;
}

function judgeExpressions(statement: Statement, how: Circumstances): Verdict {
  const functions: FunctionName[] = [];
  for (let at = 0; at < statement.length; at++) {
    const refusal =
      refuseHint(statement, at) ??
      refuseInto(statement, at, how) ??
      refuseLock(statement, at, how) ??
      refuseRest(statement, at) ??
      judgeCall(statement, at, functions);
    if (refusal) return refusal;
  }
  const verdict = how.planOnly ? PLANS : READS;
  const relations = relationsOf(statement);
  if (functions.length === 0 && relations.length === 0) return verdict;
  return { ...verdict, dependsOn: { functions, relations, operators: [], types: [], fields: [] } };
}

/** A hint may set variables for the statement, among them the one that limits its time. */
function refuseHint(statement: Statement, at: number): Refusal | undefined {
  const token = statement.at(at);
  if (token?.kind !== 'hint') return undefined;
  if (/SET_VAR|MAX_EXECUTION_TIME\s*\(\s*0*\s*\)/i.test(token.text)) {
    return refuse('hint', 'the hint changes settings of the server for the statement');
  }
  const quotes = token.text.match(/[`"']/g) ?? [];
  return quotes.length % 2 === 0 ? undefined : refuse('hint', 'the hint has a quote that does not end in it');
}

/** INTO writes a file or sets a variable. Only an INSERT that is explained has a harmless one. */
function refuseInto(statement: Statement, at: number, { planOnly }: Circumstances): Refusal | undefined {
  if (!statement.isKeyword(at, 'INTO')) return undefined;
  const target = statement.isKeyword(at + 1, 'OUTFILE', 'DUMPFILE') || statement.isSymbol(at + 1, '@');
  if (planOnly && !target) return undefined;
  return refuse('into', 'SELECT … INTO writes a file or sets variables');
}

function refuseLock(statement: Statement, at: number, { planOnly }: Circumstances): Refusal | undefined {
  if (planOnly) return undefined;
  const locks =
    (statement.isKeyword(at, 'FOR') && statement.isKeyword(at + 1, 'UPDATE', 'SHARE')) ||
    (statement.isKeyword(at, 'LOCK') && statement.isKeyword(at + 1, 'IN'));
  return locks ? refuse('row-lock', 'FOR UPDATE, FOR SHARE and LOCK IN SHARE MODE lock rows') : undefined;
}

function refuseRest(statement: Statement, at: number): Refusal | undefined {
  if (statement.isSymbol(at, ':=')) return refuse('variable', ':= sets a variable');
  if (statement.isKeyword(at, 'PROCEDURE') && statement.isKeyword(at + 1, 'ANALYSE')) {
    return refuse('procedure', 'PROCEDURE ANALYSE is not a read');
  }
  const bumps =
    statement.isKeyword(at, 'NEXT') &&
    statement.isKeyword(at + 1, 'VALUE') &&
    statement.isKeyword(at + 2, 'FOR');
  return bumps ? refuse('function', 'NEXT VALUE FOR moves a sequence') : undefined;
}
