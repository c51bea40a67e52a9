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

export interface Routine {
  readonly schema: string;
  readonly name: string;
  /** As declared by its author; the servers do not enforce it. */
  readonly access: string;
  /** Undefined where the role may not see it. */
  readonly body: string | undefined;
}

const CHANGES = words(`
  INSERT REPLACE UPDATE DELETE TRUNCATE CALL CREATE DROP ALTER RENAME LOAD LOCK UNLOCK HANDLER EXECUTE PREPARE OUTFILE
  DUMPFILE GLOBAL PERSIST KILL FLUSH RESET GRANT REVOKE ANALYZE OPTIMIZE REPAIR INSTALL UNINSTALL PURGE`);

/** A stored function is a read if its declaration does not say otherwise and its body contains nothing else. */
export function judgeRoutine(routine: Routine): Verdict {
  const name = `${routine.schema}.${routine.name}()`;
  if (routine.access === 'MODIFIES SQL DATA')
    return refuse('stored-function', `${name} is declared as MODIFIES SQL DATA`);
  if (routine.schema.toLowerCase() === 'sys') return READS;
  if (routine.body !== undefined) return judgeBody(name, routine.body);
  if (routine.access === 'CONTAINS SQL')
    return refuse('stored-function', `the definition of ${name} is not visible`);
  return READS;
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
