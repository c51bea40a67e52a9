import type { ObjectName } from '../../../guard/guard.ts';
import type { Statement } from '../../../guard/tokens.ts';

const BEFORE_A_TABLE = ['FROM', 'JOIN', 'STRAIGHT_JOIN', 'TABLE', 'LATERAL', 'UPDATE', 'INTO'];
const AFTER_THE_TABLES = [
  ...[
    'SELECT',
    'WHERE',
    'GROUP',
    'HAVING',
    'ORDER',
    'LIMIT',
    'WINDOW',
    'UNION',
    'EXCEPT',
    'INTERSECT',
    'SET',
  ],
];

/** The tables and views a query names. Takes a name too many rather than one too few. */
export function relationsOf(statement: Statement): readonly ObjectName[] {
  const found: ObjectName[] = [];
  /** For every open parenthesis, and for none: is this a list of tables? */
  const amongTables = [false];
  for (let at = 0; at < statement.length; at++) {
    enterAndLeave(statement, at, amongTables);
    if (amongTables.at(-1) === true && startsTable(statement, at)) found.push(tableAt(statement, at));
  }
  return found;
}

function enterAndLeave(statement: Statement, at: number, amongTables: boolean[]): void {
  if (statement.isSymbol(at, '('))
    amongTables.push(amongTables.at(-1) === true && followsSeparator(statement, at));
  if (statement.isSymbol(at, ')') && amongTables.length > 1) amongTables.pop();
  if (statement.isKeyword(at, ...BEFORE_A_TABLE)) amongTables[amongTables.length - 1] = true;
  if (statement.isKeyword(at, ...AFTER_THE_TABLES)) amongTables[amongTables.length - 1] = false;
}

function startsTable(statement: Statement, at: number): boolean {
  return statement.name(at) !== undefined && followsSeparator(statement, at);
}

function followsSeparator(statement: Statement, at: number): boolean {
  return statement.isSymbol(at - 1, ',', '(') || statement.isKeyword(at - 1, ...BEFORE_A_TABLE);
}

function tableAt(statement: Statement, at: number): ObjectName {
  const first = statement.name(at) ?? '';
  const second = statement.isSymbol(at + 1, '.') ? statement.name(at + 2) : undefined;
  return second === undefined ? { name: first } : { schema: first, name: second };
}
