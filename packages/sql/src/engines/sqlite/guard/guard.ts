import { type Guard, READS, type Verdict } from '../../../guard/guard.ts';
import { refuseText } from '../../../guard/text.ts';
import { onlyStatement, Statement } from '../../mysql/guard/statement-tokens.ts';
import { lexSqlite } from './lexer.ts';
import { judgeStatement } from './statement.ts';

export const sqliteGuard: Guard = {
  judge: (sql) => Promise.resolve(judgeText(sql)),
  // The engine's authorizer sees every function and table, also those behind views.
  verify: () => Promise.resolve(READS),
};

function judgeText(sql: string): Verdict {
  const unfit = refuseText(sql);
  if (unfit) return unfit;
  const lexed = lexSqlite(sql);
  if ('refusal' in lexed) return lexed.refusal;
  const statement = onlyStatement(lexed.tokens);
  return statement instanceof Statement ? judgeStatement(statement) : statement;
}
