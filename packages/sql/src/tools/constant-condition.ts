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
  AND AS BETWEEN CASE CAST CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP ELSE END EXISTS FALSE ILIKE IN IS LIKE NOT NULL
  OR SELECT THEN TRUE WHEN XOR
`);
const AFTER_CONDITION = words('LIMIT ORDER RETURNING');
const OR = words('OR XOR');

/** Whether a condition is the same for every row: it names no column, or one of its alternatives does not. */
export function isConstant(condition: readonly Piece[], depth: number): boolean {
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

function split(pieces: readonly Piece[], isSeparator: (piece: Piece) => boolean): Piece[][] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    if (isSeparator(piece)) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts;
}

function isColumn(pieces: readonly Piece[], index: number): boolean {
  const { kind, text } = pieces[index] ?? { kind: '', text: '' };
  if (kind === 'quoted') return true;
  if (kind !== 'word' || NO_COLUMN.has(text)) return false;
  const [before, after] = [pieces[index - 1]?.text, pieces[index + 1]?.text];
  // The name of a function, of a type, or of a variable.
  return after !== '(' && before !== ':' && before !== '::' && before !== '@' && before !== 'AS';
}
