import { words } from '../word-list.ts';

/** A token that is neither space nor comment. */
export interface Piece {
  readonly kind: string;
  /** Words in capitals. */
  readonly text: string;
  /** How many parentheses are open. */
  readonly depth: number;
}

/** Words of conditions that are no column, in every engine. */
const NO_COLUMN = words(`
  AND AS BETWEEN CASE CAST COLLATE CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER
  DISTINCT ELSE END EXISTS FALSE FROM ILIKE IN IS LIKE NOT NULL OR SELECT SESSION_USER THEN TRUE WHEN XOR
`);
const AFTER_CONDITION = words('LIMIT ORDER RETURNING');
const OR = words('OR XOR');

/** Whether a condition is the same for every row: it names no column, or one of its alternatives does not. */
export function isConstant(condition: readonly Piece[]): boolean {
  const depth = condition[0]?.depth ?? 0;
  const end = condition.findIndex((piece) => piece.depth === depth && AFTER_CONDITION.has(piece.text));
  return isSame(end < 0 ? condition : condition.slice(0, end));
}

function isSame(condition: readonly Piece[]): boolean {
  const inner = withoutParentheses(condition);
  const depth = inner[0]?.depth ?? 0;
  const alternatives = split(
    inner,
    ({ kind, text, depth: at }) => at === depth && kind === 'word' && OR.has(text),
  );
  if (alternatives.length > 1) return alternatives.some(isSame);
  return !inner.some((_, index) => isColumn(inner, index));
}

function withoutParentheses(condition: readonly Piece[]): readonly Piece[] {
  const [first, last] = [condition[0], condition.at(-1)];
  if (first?.text !== '(' || last?.text !== ')') return condition;
  const closing = condition.findIndex(({ text, depth }) => text === ')' && depth === first.depth);
  return closing === condition.length - 1 ? withoutParentheses(condition.slice(1, -1)) : condition;
}

export function split(pieces: readonly Piece[], isSeparator: (piece: Piece) => boolean): Piece[][] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    if (isSeparator(piece)) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts;
}

/** After these comes the name of a type, a variable, an alias or a collation. */
const BEFORE_OTHER_NAME = new Set([':', '::', '@', 'AS', 'COLLATE']);

/** Of a name: `catalogue.schema.table.column` */
const MOST_PARTS = 4;

function isColumn(pieces: readonly Piece[], index: number): boolean {
  const piece = pieces[index];
  if (piece?.kind !== 'quoted' && (piece?.kind !== 'word' || NO_COLUMN.has(piece.text))) return false;
  let [from, to] = [index, index];
  for (let part = 0; part < MOST_PARTS; part++) {
    if (pieces[from - 1]?.text === '.') from -= 2;
    if (pieces[to + 1]?.text === '.') to += 2;
  }
  const [before, after] = [pieces[from - 1], pieces[to + 1]];
  if (after?.text === '(' || BEFORE_OTHER_NAME.has(before?.text ?? '')) return false;
  return piece.kind === 'quoted' || !isPartOfLiteral(pieces, index);
}

/** `DATE '2020-01-01'`, `INTERVAL 1 DAY`, `5 MOD 2`, `ARRAY[1]`, `IS NOT UNKNOWN` */
function isPartOfLiteral(pieces: readonly Piece[], index: number): boolean {
  const [before, after] = [pieces[index - 1], pieces[index + 1]];
  if ([before, after].some((piece) => piece?.kind === 'string' || piece?.kind === 'number')) return true;
  const text = pieces[index]?.text;
  if (text === 'ARRAY') return after?.text === '[';
  return text === 'UNKNOWN' && (before?.text === 'IS' || before?.text === 'NOT');
}
