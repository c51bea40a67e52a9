import { type Guard, PLANS, READS, type Refusal, refuse, type Verdict } from '../../../guard/guard.ts';
import { NOTHING_TO_RUN, refuseText, refuseVerb, SEVERAL_STATEMENTS } from '../../../guard/text.ts';
import { words } from '../../../word-list.ts';
import {
  afterParentheses,
  isSymbol,
  isWord,
  nameOf,
  splitStatements,
  type Token,
  tokenize,
} from '../lexer.ts';
import { pragmaOfTable, pragmaReads } from '../pragmas.ts';

export const sqliteGuard: Guard = {
  judge: async (sql) => judgeText(sql),
  // The engine's authorizer sees every function and table, also those in views.
  verify: async () => READS,
};

/** Why a function is refused. SQLite has few of these built in; others are part of extensions. */
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

type Tokens = readonly Token[];

function judgeText(sql: string): Verdict {
  const unfit = refuseText(sql);
  if (unfit) return unfit;
  const tokens = tokenize(sql);
  const illegal = tokens.find(({ kind }) => kind === 'illegal');
  if (illegal) return refuse('syntax', `unrecognized token: ${illegal.text.slice(0, 20)}`);
  const [statement, ...others] = splitStatements(tokens);
  if (!statement) return NOTHING_TO_RUN;
  if (others.length > 0) return SEVERAL_STATEMENTS;
  return refuseFirst(sql, statement) ?? judgeStatement(statement);
}

const VERBS = words(`
  ALTER ANALYZE ATTACH BEGIN COMMIT CREATE DELETE DETACH DROP END EXPLAIN INSERT PRAGMA REINDEX RELEASE REPLACE ROLLBACK
  SAVEPOINT SELECT UPDATE VACUUM VALUES WITH`);

/** A misspelt verb is no attempt to write. */
function refuseFirst(sql: string, tokens: Tokens): Refusal | undefined {
  const [first] = isWord(tokens[0], 'EXPLAIN') ? afterExplain(tokens) : tokens;
  if (first?.kind !== 'word' || isWord(first, ...VERBS)) return undefined;
  return refuseVerb(sql, first, VERBS);
}

function afterExplain(tokens: Tokens): Tokens {
  return tokens.slice(isWord(tokens[1], 'QUERY') && isWord(tokens[2], 'PLAN') ? 3 : 1);
}

function judgeStatement(tokens: Tokens): Verdict {
  if (isWord(tokens[0], 'PRAGMA')) return judgePragma(tokens);
  if (isWord(tokens[0], 'EXPLAIN')) return judgeExplain(tokens);
  return isWord(tokens[mainVerb(tokens)], 'SELECT', 'VALUES') ? judgeNames(tokens, READS) : notARead(tokens);
}

function notARead(tokens: Tokens): Refusal {
  const verb = tokens[mainVerb(tokens)] ?? tokens[0];
  return refuse('statement', `${verb?.text.toUpperCase() ?? 'this'} is not a read`);
}

/** The position of the verb after the common table expressions. */
function mainVerb(tokens: Tokens): number {
  if (!isWord(tokens[0], 'WITH')) return 0;
  let at = isWord(tokens[1], 'RECURSIVE') ? 2 : 1;
  for (;;) {
    at++;
    if (isSymbol(tokens[at], '(')) at = afterParentheses(tokens, at);
    if (!isWord(tokens[at], 'AS')) return tokens.length;
    at++;
    while (isWord(tokens[at], 'NOT', 'MATERIALIZED')) at++;
    at = afterParentheses(tokens, at);
    if (!isSymbol(tokens[at], ',')) return at;
    at++;
  }
}

const EXPLAINABLE = ['SELECT', 'VALUES', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE'];

/** EXPLAIN runs nothing, except that pragmas act while they are compiled. */
function judgeExplain(tokens: Tokens): Verdict {
  const planned = afterExplain(tokens);
  return isWord(planned[mainVerb(planned)], ...EXPLAINABLE) ? judgeNames(planned, PLANS) : notARead(planned);
}

/** `PRAGMA name`, `PRAGMA schema.name`, then perhaps `= value` or `(value)`. */
function judgePragma(tokens: Tokens): Verdict {
  const at = isSymbol(tokens[2], '.') ? 3 : 1;
  const name = nameOf(tokens[at]);
  if (name === undefined) return refuse('syntax', 'PRAGMA is not followed by a name');
  const hasArgument = tokens.length > at + 1;
  if (pragmaReads(name, hasArgument)) return READS;
  return refuse('pragma', `PRAGMA ${name} ${hasArgument ? 'with a value ' : ''}is not known to be a read`);
}

/** Whether a table gets an argument that is more than the name of a schema. */
function hasValue(tokens: Tokens, open: number): boolean {
  if (!isSymbol(tokens[open], '(') || isSymbol(tokens[open + 1], ')')) return false;
  const schema = nameOf(tokens[open + 1])?.toLowerCase();
  return !(isSymbol(tokens[open + 2], ')') && (schema === 'main' || schema === 'temp'));
}

function judgeNames(tokens: Tokens, verdict: Verdict): Verdict {
  for (const at of tokens.keys()) {
    const refusal = refuseName(tokens, at);
    if (refusal) return refusal;
  }
  return verdict;
}

function refuseName(tokens: Tokens, at: number): Refusal | undefined {
  const name = nameOf(tokens[at]);
  if (name === undefined) return undefined;
  const used = isSymbol(tokens[at + 1], '(') || isWord(tokens[at - 1], 'FROM', 'JOIN');
  // Where a table is expected, a string is its name.
  const literal = tokens[at]?.kind === 'string' && !used && !isSymbol(tokens[at - 1], ',', '.', '(');
  const pragma = literal ? undefined : pragmaOfTable(name);
  if (pragma !== undefined && !pragmaReads(pragma, hasValue(tokens, at + 1)))
    return refuse('pragma', `${name} is not known to be a read`);
  const reason = used ? REFUSED_FUNCTIONS.get(name.toLowerCase()) : undefined;
  return reason === undefined ? undefined : refuse('function', `${name}() ${reason}`);
}
