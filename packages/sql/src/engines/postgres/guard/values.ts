import { isRecord } from '@molehill/core/record';
import { words } from '../../../word-list.ts';
import { type Entry, isKind, type Node, stringsOf, unwrap } from './tree.ts';

/** Node kinds that pass values on as they are. */
const PASSING = words(`
  SelectStmt CommonTableExpr ResTarget ColumnRef A_Star A_Const String Integer Float Boolean BitString List ParamRef
  RangeVar RangeSubselect JoinExpr`);

/** Clauses that compare or convert values even where they contain column names only. */
const COMPARING = words(
  'distinctClause groupClause sortClause windowClause whereClause havingClause valuesLists usingClause isNatural quals cycle_clause search_clause',
);

/** For a statement that compares or converts literals only. */
const NO_COLUMN = '';
/** For a statement that uses whole rows of tables as values. */
const ROWS = '()';

/** The columns whose values a statement compares, sorts or converts: there the types of the columns may run functions. */
export class UsedValues {
  readonly #names = new Set<string>();
  readonly #sources = new Set<string>();
  #operates = false;
  #usesAll = false;

  see(entry: Entry): void {
    const { key, value } = entry;
    if (operates(entry)) this.#operates = true;
    // A NATURAL join compares columns, and an alias renames them.
    if (key === 'A_Star' || key === 'isNatural' || key === 'colnames') this.#usesAll = true;
    if (key === 'usingClause') this.#add(stringsOf(value));
    if (key === 'aliasname' || key === 'relname') this.#sources.add(String(value));
    if (key === 'ColumnRef' && isRecord(value)) this.#add(withoutTable(stringsOf(value.fields)));
    if (key === 'A_Indirection' && isRecord(value)) this.#add(stringsOf(value.indirection));
  }

  /** Empty for a statement that passes values on as they are. */
  columns(): readonly string[] {
    if (!this.#operates) return [];
    // The name of a table stands for its whole row.
    const usesRows = [...this.#names].some((name) => this.#sources.has(name));
    if (usesRows) return ['*', ROWS];
    if (this.#usesAll) return ['*'];
    return this.#names.size === 0 ? [NO_COLUMN] : [...this.#names];
  }

  #add(names: readonly string[]): void {
    for (const name of names) this.#names.add(name);
  }
}

function operates({ key, value }: Entry): boolean {
  if (isKind(key)) return !PASSING.has(key);
  if (key === 'op') return value !== 'SETOP_NONE';
  // A number is needed there, so that another constant is converted.
  if (key === 'limitCount' || key === 'limitOffset') return isBoolean(value);
  return COMPARING.has(key);
}

function isBoolean(constant: unknown): boolean {
  const value = unwrap(constant);
  return value?.kind === 'A_Const' && value.body.boolval !== undefined;
}

function withoutTable(names: readonly string[]): readonly string[] {
  return names.length > 1 ? names.slice(1) : names;
}

/** Operators that a construct applies without naming them. */
export function impliedOperators(kind: string, node: Node): readonly string[] {
  if (kind === 'A_Expr') return /BETWEEN/.test(String(node.kind)) ? ['<', '<=', '>', '>='] : [];
  const comparesEqual =
    (kind === 'CaseExpr' && node.arg !== undefined) ||
    (kind === 'SubLink' && node.subLinkType === 'ANY_SUBLINK') ||
    (kind === 'JoinExpr' && (node.usingClause !== undefined || node.isNatural === true));
  return comparesEqual ? ['='] : [];
}
