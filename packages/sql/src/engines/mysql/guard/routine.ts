import { type FunctionName, READS, type Refusal, refuse, type Verdict } from '../../../guard/guard.ts';
import { Statement } from '../../../guard/tokens.ts';
import { judgeCall } from './calls.ts';
import { lexMysql, USUAL_MODE } from './lexer.ts';

export interface Routine {
  readonly schema: string;
  readonly name: string;
  /** What its author declared: the servers do not hold anyone to it. */
  readonly access: string;
  /** Not to be seen by every role. */
  readonly body: string | undefined;
}

/** Keywords of statements that a function which only reads has no use for. */
const CHANGES = [
  ...[
    'INSERT',
    'REPLACE',
    'UPDATE',
    'DELETE',
    'TRUNCATE',
    'CALL',
    'CREATE',
    'DROP',
    'ALTER',
    'RENAME',
    'LOAD',
  ],
  ...['LOCK', 'UNLOCK', 'HANDLER', 'EXECUTE', 'PREPARE', 'OUTFILE', 'DUMPFILE', 'GLOBAL', 'PERSIST', 'KILL'],
  ...['FLUSH', 'RESET', 'GRANT', 'REVOKE', 'ANALYZE', 'OPTIMIZE', 'REPAIR', 'INSTALL', 'UNINSTALL', 'PURGE'],
];

/** A stored function is a read if it says so, or says nothing, and its body shows nothing else. */
export function judgeRoutine(routine: Routine): Verdict {
  const name = `${routine.schema}.${routine.name}()`;
  if (routine.access === 'MODIFIES SQL DATA')
    return refuse('stored-function', `${name} says that it modifies data`);
  if (routine.schema.toLowerCase() === 'sys') return READS;
  if (routine.body !== undefined) return judgeBody(name, routine.body);
  if (routine.access === 'CONTAINS SQL') return refuse('stored-function', `${name} cannot be looked into`);
  return READS;
}

function judgeBody(name: string, body: string): Verdict {
  const lexed = lexMysql(body, USUAL_MODE);
  if ('refusal' in lexed) return refuse('stored-function', `${name}: ${lexed.refusal.reason}`);
  const statement = new Statement(lexed.tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment'));
  const functions: FunctionName[] = [];
  for (let at = 0; at < statement.length; at++) {
    const refusal = refuseChange(statement, at) ?? judgeCall(statement, at, functions);
    if (refusal) return refuse('stored-function', `${name}: ${refusal.reason}`);
  }
  const dependsOn = { functions, relations: [], operators: [], types: [], fields: [] };
  return functions.length === 0 ? READS : { reads: true, dependsOn };
}

function refuseChange(statement: Statement, at: number): Refusal | undefined {
  const keyword = statement.keyword(at);
  if (statement.isSymbol(at, ':=')) return refuse('variable', 'it sets a variable');
  if (keyword === 'SET' && statement.isSymbol(at + 1, '@'))
    return refuse('variable', 'it sets a variable of the session');
  if (keyword === 'HANDLER' && statement.isKeyword(at - 1, 'CONTINUE', 'EXIT', 'UNDO')) return undefined;
  // INSERT(), REPLACE() and TRUNCATE() are functions, too.
  if (keyword === undefined || !CHANGES.includes(keyword) || statement.isSymbol(at + 1, '('))
    return undefined;
  return refuse('stored-function', `it contains ${keyword}`);
}
