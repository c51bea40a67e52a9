import type { Dependencies, Refusal, Verdict } from '../../../guard/guard.ts';
import { refuseText } from '../../../guard/text.ts';
import { onlyStatement, Statement, type Token } from '../../../guard/tokens.ts';
import { lexMysql, OTHER_MODES, USUAL_MODE } from './lexer.ts';
import { judgeStatement } from './statement.ts';

export function judgeText(sql: string): Verdict {
  const unfit = refuseText(sql);
  if (unfit) return unfit;
  const usual = lexMysql(sql, USUAL_MODE);
  if ('refusal' in usual) return usual.refusal;
  return [judgeTokens(usual.tokens), ...otherReadings(sql)].reduce(bothAllow);
}

/** A text with backslashes reads differently under other modes. What does not even lex there, the server refuses. */
function otherReadings(sql: string): readonly Verdict[] {
  if (!sql.includes('\\')) return [];
  return OTHER_MODES.flatMap((mode) => {
    const lexed = lexMysql(sql, mode);
    if ('tokens' in lexed) return [judgeTokens(lexed.tokens)];
    return lexed.refusal.rule === 'syntax' ? [] : [lexed.refusal];
  });
}

function judgeTokens(tokens: readonly Token[]): Verdict {
  const statement = onlyStatement(tokens);
  return statement instanceof Statement ? judgeStatement(statement) : statement;
}

function bothAllow(one: Verdict, other: Verdict): Verdict {
  if (!one.reads) return one;
  if (!other.reads) return underAnotherMode(other);
  const dependsOn = together(one.dependsOn, other.dependsOn);
  return { ...one, ...(dependsOn && { dependsOn }) };
}

function underAnotherMode({ rule, reason }: Refusal): Refusal {
  return { reads: false, rule, reason: `under another sql_mode it would not be a read: ${reason}` };
}

function together(one: Dependencies | undefined, other: Dependencies | undefined): Dependencies | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    ...one,
    functions: [...one.functions, ...other.functions],
    relations: [...one.relations, ...other.relations],
  };
}
