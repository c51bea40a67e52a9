import { dependingOn, type Refusal, refuse, type Verdict } from '../../../guard/guard.ts';
import { refuseText } from '../../../guard/text.ts';
import type { Token } from '../../shared/lexer.ts';
import {
  DEFAULT_MODE,
  isExecutableComment,
  isReadable,
  mysqlTokens,
  OTHER_MODES,
  type SqlMode,
} from '../lexer.ts';
import { judgeStatement } from './statement.ts';
import { onlyStatement, Statement } from './statement-tokens.ts';

export function judgeText(sql: string): Verdict {
  return refuseText(sql) ?? judgeInEveryMode(sql, judgeTokens);
}

function judgeTokens(tokens: readonly Token[]): Verdict {
  const statement = onlyStatement(tokens);
  return statement instanceof Statement ? judgeStatement(statement) : statement;
}

/** A server may read the text under any mode: a stored function keeps the one in which it was created. */
export function judgeInEveryMode(sql: string, judge: (tokens: readonly Token[]) => Verdict): Verdict {
  const judgeIn = (mode: SqlMode) => {
    const tokens = [...mysqlTokens(sql, mode)];
    return refuseTokens(tokens) ?? judge(tokens);
  };
  const verdict = judgeIn(DEFAULT_MODE);
  // Other modes differ in what a backslash means only.
  if (!verdict.reads || !sql.includes('\\')) return verdict;
  return OTHER_MODES.map(judgeIn).reduce(bothAllow, verdict);
}

const UNREADABLE = 'syntax';

/** Refuses tokens that the server may read differently. */
function refuseTokens(tokens: readonly Token[]): Refusal | undefined {
  for (const [index, token] of tokens.entries()) {
    if (isExecutableComment(token))
      return refuse('executable-comment', 'the server runs the content of /*! … */');
    if (!isReadable(token)) return refuse(UNREADABLE, `unexpected text: ${token.text.slice(0, 20)}`);
    const refusal = refuseNumber(token, tokens[index + 1]) ?? refuseHint(token);
    if (refusal) return refusal;
  }
  return undefined;
}

/** `t.1e0a` is one name; no name looks like that by intent. */
const NAME_LIKE_NUMBER = /^\d+e\d+\D/i;

function refuseNumber({ kind, text, end }: Token, next: Token | undefined): Refusal | undefined {
  if (kind === 'word' && NAME_LIKE_NUMBER.test(text)) return refuse('number', `quote the name ${text}`);
  if (kind !== 'number' || next?.kind !== 'word' || next.start !== end) return undefined;
  return refuse('number', `put a space between ${text} and ${next.text}`);
}

/** For the server, a hint does not end within quotes. */
const QUOTED_IN_HINT = /`[^`]*`|"[^"]*"|'[^']*'/g;

/** A hint may set variables for the statement, among them the one that limits its time. */
function refuseHint({ kind, text }: Token): Refusal | undefined {
  if (kind !== 'comment' || !text.startsWith('/*+')) return undefined;
  if (/SET_VAR|MAX_EXECUTION_TIME\s*\(\s*0*\s*\)/i.test(text))
    return refuse('hint', 'the hint changes settings of the server for the statement');
  const isTerminated = !/[`"']/.test(text.replace(QUOTED_IN_HINT, ''));
  return isTerminated ? undefined : refuse('hint', 'the hint contains an unterminated quote');
}

/** A text that is unreadable under another mode is refused by a server in that mode. */
function bothAllow(one: Verdict, other: Verdict): Verdict {
  if (!one.reads || (!other.reads && other.rule === UNREADABLE)) return one;
  if (!other.reads) return refuse(other.rule, `under another sql_mode this is not a read: ${other.reason}`);
  return dependingOn(one, one.dependsOn, other.dependsOn);
}
