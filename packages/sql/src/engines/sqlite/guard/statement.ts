import { PLANS, READS, type Refusal, refuse, type Verdict } from '../../../guard/guard.ts';
import { type Statement, unquote } from '../../mysql/guard/statement-tokens.ts';
import { isActingPragmaTable, pragmaReads } from './pragmas.ts';

/** Why a function is refused. SQLite has few of these built in; others come with extensions. */
const REFUSED_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['load_extension', 'loads code'],
  ['fts3_tokenizer', 'loads code'],
  ['icu_load_collation', 'changes how the session sorts'],
  ['optimize', 'rewrites a full-text index'],
  ['readfile', 'reads files'],
  ['fsdir', 'reads directories'],
  ['lsdir', 'reads directories'],
  ['zipfile', 'reads files'],
  ['writefile', 'writes files'],
  ['fileio_write', 'writes files'],
  ['edit', 'starts a program'],
  ['eval', 'runs SQL that the statement does not show'],
  ['sha3_query', 'runs SQL that the statement does not show'],
  ['define', 'defines a function'],
  ['sqlite_log', 'writes to the log'],
]);

const CHANGE_VERBS = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE'];

export function judgeStatement(statement: Statement): Verdict {
  if (statement.isKeyword(0, 'PRAGMA')) return judgePragma(statement);
  if (statement.isKeyword(0, 'EXPLAIN')) return judgeExplain(statement);
  return isQuery(statement) ? judgeNames(statement, READS) : notARead(statement);
}

function isQuery(statement: Statement): boolean {
  return statement.isKeyword(mainVerb(statement), 'SELECT', 'VALUES');
}

function notARead(statement: Statement): Refusal {
  const verb = statement.at(mainVerb(statement)) ?? statement.at(0);
  return refuse('statement', `${verb?.text.toUpperCase() ?? 'this'} is not a read`);
}

/** Where the statement itself begins, behind the common table expressions. */
function mainVerb(statement: Statement): number {
  if (!statement.isKeyword(0, 'WITH')) return 0;
  let at = statement.isKeyword(1, 'RECURSIVE') ? 2 : 1;
  for (;;) {
    at++;
    if (statement.isSymbol(at, '(')) at = statement.afterParentheses(at);
    if (!statement.isKeyword(at, 'AS')) return statement.length;
    at++;
    while (statement.isKeyword(at, 'NOT', 'MATERIALIZED')) at++;
    at = statement.afterParentheses(at);
    if (!statement.isSymbol(at, ',')) return at;
    at++;
  }
}

/** EXPLAIN runs nothing, except that pragmas act while they are compiled. */
function judgeExplain(statement: Statement): Verdict {
  const planned = statement.from(statement.isKeyword(1, 'QUERY') && statement.isKeyword(2, 'PLAN') ? 3 : 1);
  if (!isQuery(planned) && !planned.isKeyword(mainVerb(planned), ...CHANGE_VERBS)) return notARead(planned);
  return judgeNames(planned, PLANS);
}

/** `PRAGMA name`, `PRAGMA schema.name`, then perhaps `= value` or `(value)`. */
function judgePragma(statement: Statement): Verdict {
  const at = statement.isSymbol(2, '.') ? 3 : 1;
  const name = nameOrText(statement, at);
  if (name === undefined) return refuse('syntax', 'PRAGMA is not followed by a name');
  const hasArgument = statement.length > at + 1;
  if (pragmaReads(name, hasArgument)) return READS;
  return refuse('pragma', `PRAGMA ${name} ${hasArgument ? 'with a value ' : ''}is not known to be a read`);
}

function judgeNames(statement: Statement, verdict: Verdict): Verdict {
  for (let at = 0; at < statement.length; at++) {
    const refusal = refuseName(statement, at);
    if (refusal) return refusal;
  }
  return verdict;
}

function refuseName(statement: Statement, at: number): Refusal | undefined {
  const name = nameOrText(statement, at);
  if (name === undefined) return undefined;
  if (isActingPragmaTable(name) && !isText(statement, at)) return refuse('pragma', `${name} is not a read`);
  const reason = isUsed(statement, at) ? REFUSED_FUNCTIONS.get(name.toLowerCase()) : undefined;
  return reason === undefined ? undefined : refuse('function', `${name}() ${reason}`);
}

/** Called, or read from like a table. */
function isUsed(statement: Statement, at: number): boolean {
  return statement.isSymbol(at + 1, '(') || statement.isKeyword(at - 1, 'FROM', 'JOIN');
}

/** A string stands for a table where one is expected, and for itself elsewhere. */
function isText(statement: Statement, at: number): boolean {
  const used = isUsed(statement, at) || statement.isSymbol(at - 1, ',', '.', '(');
  return statement.at(at)?.kind === 'string' && !used;
}

function nameOrText(statement: Statement, at: number): string | undefined {
  const token = statement.at(at);
  return token?.kind === 'string' ? unquote(token.text) : statement.name(at);
}
