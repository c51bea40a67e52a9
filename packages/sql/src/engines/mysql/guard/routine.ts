import {
  dependingOn,
  type FunctionName,
  READS,
  type Refusal,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { words } from '../../../word-list.ts';
import { mysqlTokens } from '../lexer.ts';
import { judgeCall } from './calls.ts';
import { refuseTokens } from './judge.ts';
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
  if (typeof body === 'string') return judgeBody(call, body);
  return access === 'CONTAINS SQL'
    ? refuse('stored-function', `the definition of ${call} is not visible`)
    : READS;
}

function judgeBody(name: string, body: string): Verdict {
  const tokens = [...mysqlTokens(body)];
  const statement = new Statement(tokens.filter(({ kind }) => kind !== 'comment'));
  const functions: FunctionName[] = [];
  let refusal = refuseTokens(tokens);
  for (let at = 0; at < statement.length && !refusal; at++)
    refusal = refuseChange(statement, at) ?? judgeCall(statement, at, functions);
  if (refusal) return refuse('stored-function', `${name}: ${refusal.reason}`);
  return dependingOn(READS, { functions });
}

function refuseChange(statement: Statement, at: number): Refusal | undefined {
  const keyword = statement.keyword(at);
  if (statement.isSymbol(at, ':=')) return refuse('variable', 'it sets a variable');
  if (keyword === 'SET' && statement.isSymbol(at + 1, '@'))
    return refuse('variable', 'it sets a variable of the session');
  if (keyword === 'HANDLER' && statement.isKeyword(at - 1, 'CONTINUE', 'EXIT', 'UNDO')) return undefined;
  // INSERT(), REPLACE() and TRUNCATE() are functions, too.
  if (keyword === undefined || !CHANGES.has(keyword) || statement.isSymbol(at + 1, '(')) return undefined;
  return refuse('stored-function', `it contains ${keyword}`);
}
