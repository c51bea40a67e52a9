import {
  dependingOn,
  type FunctionName,
  READS,
  type Refusal,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { words } from '../../../word-list.ts';
import type { Token } from '../../shared/lexer.ts';
import { judgeCall } from './calls.ts';
import { judgeInEveryMode } from './judge.ts';
import { relationsOf } from './relations.ts';
import { withinSchema } from './schema.ts';
import { Statement } from './statement-tokens.ts';

const CHANGES = words(`
  INSERT REPLACE UPDATE DELETE TRUNCATE CALL CREATE DROP ALTER RENAME LOAD LOCK UNLOCK HANDLER EXECUTE PREPARE OUTFILE
  DUMPFILE GLOBAL PERSIST KILL FLUSH RESET GRANT REVOKE ANALYZE OPTIMIZE REPAIR INSTALL UNINSTALL PURGE`);

/**
 * A stored function is a read if its declaration does not say otherwise and its body contains nothing else. The servers
 * do not enforce the declared access. The body is null where the role may not read it.
 */
export function judgeRoutine(schema: string, name: string, access: unknown, body: unknown): Verdict {
  const call = `${schema}.${name}()`;
  if (access === 'MODIFIES SQL DATA')
    return refuse('stored-function', `${call} is declared as MODIFIES SQL DATA`);
  if (schema.toLowerCase() === 'sys') return READS;
  if (typeof body === 'string') {
    const verdict = judgeInEveryMode(body, judgeBody);
    return verdict.reads
      ? withinSchema(verdict, schema)
      : refuse('stored-function', `${call}: ${verdict.reason}`);
  }
  return access === 'CONTAINS SQL'
    ? refuse('stored-function', `the definition of ${call} is not visible`)
    : READS;
}

function judgeBody(tokens: readonly Token[]): Verdict {
  const statement = new Statement(tokens.filter(({ kind }) => kind !== 'comment'));
  const functions: FunctionName[] = [];
  for (let at = 0; at < statement.length; at++) {
    const refusal = refuseChange(statement, at) ?? judgeCall(statement, at, functions);
    if (refusal) return refusal;
  }
  return dependingOn(READS, { functions, relations: relationsOf(statement) });
}

/** `INSERT('a', 1, 1, 'b')`. */
const ALSO_FUNCTIONS = ['INSERT', 'REPLACE', 'TRUNCATE'];

function refuseChange(statement: Statement, at: number): Refusal | undefined {
  const keyword = statement.keyword(at);
  if (statement.isSymbol(at, ':=')) return refuse('variable', 'it sets a variable');
  if ((keyword === 'SET' || keyword === 'INTO') && assignsVariable(statement, at + 1))
    return refuse('variable', 'it sets a variable of the session or of the server');
  if (keyword === 'SHARE' && statement.isKeyword(at - 1, 'FOR')) return refuse('row-lock', 'it locks rows');
  if (keyword === 'HANDLER' && statement.isKeyword(at - 1, 'CONTINUE', 'EXIT', 'UNDO')) return undefined;
  if (keyword === 'NEXT' && statement.isKeyword(at + 1, 'VALUE') && statement.isKeyword(at + 2, 'FOR'))
    return refuse('function', 'it advances a sequence');
  if (keyword === undefined || !CHANGES.has(keyword)) return undefined;
  if (ALSO_FUNCTIONS.includes(keyword) && statement.isSymbol(at + 1, '(')) return undefined;
  return refuse('stored-function', `it contains ${keyword}`);
}

/** Whether the list at the position, `SET a = 1, @b = 2` or `INTO a, @b`, has an item that begins with `@`. */
function assignsVariable(statement: Statement, position: number): boolean {
  for (let at = position; at < statement.length && !statement.isSymbol(at, ';', ')'); at++) {
    const isItem = at === position || statement.isSymbol(at - 1, ',');
    if (isItem && statement.isSymbol(at, '@')) return true;
    if (statement.isSymbol(at, '(')) at = statement.afterParentheses(at) - 1;
  }
  return false;
}
