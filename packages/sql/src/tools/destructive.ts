import type { SqlLexer } from '../engines/shared/lexer.ts';
import { words } from '../word-list.ts';
import { isConstant, type Piece, split } from './constant-condition.ts';

/** After `ALTER … DROP`: no data is lost. */
const WITHOUT_DATA = words('NOT DEFAULT CONSTRAINT CHECK PRIMARY FOREIGN');
/** The same where a name follows. Otherwise it is the name of a column. */
const NAMED = words('INDEX KEY');
const AFTER_COLUMN = words('CASCADE RESTRICT');
/** The same after `ALTER COLUMN name`. Otherwise it is the name of a column. */
const OF_COLUMN = words('EXPRESSION IDENTITY');
/** After `ALTER …`: partitions and tablespaces lose their rows. */
const LOSES_ROWS = words('TRUNCATE DISCARD');
/** After `CREATE OR REPLACE`: what is replaced has data. */
const WITH_DATA = words('TABLE DATABASE SCHEMA SEQUENCE');

/** After `RESET`: the binary logs of MySQL, and the state of a replica. */
const RESETS_LOGS = words('MASTER BINARY SLAVE REPLICA');

const VERBS = words('ALTER CREATE DELETE DO DROP EXECUTE INSERT MERGE PURGE REPLACE RESET TRUNCATE UPDATE');
/** One statement with more of them cannot be judged in a reasonable time. */
const MOST_VERBS = 500;
/** Statements that contain others after options, conditions or a schedule. */
const CONTAINS_OTHERS = words(
  'ANALYSE ANALYZE BEGIN CASE DESC DESCRIBE EXPLAIN FOR IF LOOP REPEAT WHILE WITH',
);
/** Before a word that is no verb: `FOR UPDATE`, `ON CONFLICT … DO UPDATE`, `ON DELETE CASCADE`, an alias. */
const BEFORE_OTHER_WORD = words('AS DO FOR KEY NO ON .');

/** What the statement or script destroys beyond single rows, such as `DROP TABLE`; undefined when nothing. */
export function destroys(sql: string, lexer: SqlLexer): string | undefined {
  for (const statement of lexer.split(sql)) {
    const pieces = innerStatement(piecesOf(statement, lexer));
    const destroyed = judgeStatement(pieces) ?? writesFile(pieces);
    if (destroyed !== undefined) return destroyed;
  }
  return undefined;
}

function judgeStatement(pieces: readonly Piece[]): string | undefined {
  const verbs = verbsIn(pieces);
  if (verbs.length > MOST_VERBS) return `More than ${MOST_VERBS} changes`;
  for (const index of verbs) {
    const destroyed = judgeVerb(pieces.slice(index));
    if (destroyed !== undefined) return destroyed;
  }
  return undefined;
}

function piecesOf(statement: string, lexer: SqlLexer): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  for (const { kind, text } of lexer.tokens(statement)) {
    if (kind === 'comment' || kind === 'space') continue;
    if (text === ')') depth = Math.max(0, depth - 1);
    const isString = lexer.isAnsi === false && text.startsWith('"');
    pieces.push({
      kind: isString ? 'string' : kind,
      text: kind === 'word' ? text.toUpperCase() : text,
      depth,
    });
    if (text === '(') depth += 1;
  }
  return lexer.isAnsi === false ? pieces.flatMap(orForPipes) : pieces;
}

/** `||` as the word OR. */
function orForPipes(piece: Piece, index: number, pieces: readonly Piece[]): readonly Piece[] {
  if (piece.text !== '|') return [piece];
  if (pieces[index + 1]?.text === '|') return [{ ...piece, kind: 'word', text: 'OR' }];
  return pieces[index - 1]?.text === '|' ? [] : [piece];
}

/** `SET STATEMENT variable = value FOR …` of MariaDB runs another statement. */
function innerStatement(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces[0]?.text !== 'SET' || pieces[1]?.text !== 'STATEMENT') return pieces;
  return pieces.slice(pieces.findIndex(({ kind, text }) => kind === 'word' && text === 'FOR') + 1);
}

/** A verb begins the statement, or follows a parenthesis of a WITH clause or of options. */
function verbsIn(pieces: readonly Piece[]): number[] {
  const [first = '', ...rest] = textsOf(pieces.slice(0, 20));
  const isEvent = (first === 'CREATE' || first === 'ALTER') && rest.slice(0, 6).includes('EVENT');
  const start = pieces.findIndex(({ kind }) => kind === 'word');
  const isVerb = ({ kind, text }: Piece, index: number) => {
    if (kind !== 'word' || !VERBS.has(text)) return false;
    // A function of MySQL.
    if (text === 'TRUNCATE' && pieces[index + 1]?.text === '(') return false;
    const before = pieces[index - 1]?.text ?? '';
    if (index === start || before === '(' || before === ')' || isEvent) return true;
    return CONTAINS_OTHERS.has(first) && !BEFORE_OTHER_WORD.has(before);
  };
  return pieces.flatMap((piece, index) => (isVerb(piece, index) ? [index] : []));
}

function textsOf(pieces: readonly Piece[]): string[] {
  return pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text);
}

function judgeVerb(pieces: readonly Piece[]): string | undefined {
  const [verb = '', ...rest] = textsOf(pieces);
  switch (verb) {
    case 'DROP':
      return `DROP ${rest[0] ?? ''}`.trim();
    case 'TRUNCATE':
      return 'TRUNCATE';
    case 'ALTER':
      return alteration(pieces);
    case 'CREATE':
      return replacement(rest);
    case 'PURGE':
      return `PURGE ${rest[0] ?? ''}`.trim();
    case 'RESET':
      return RESETS_LOGS.has(rest[0] ?? '') ? `RESET ${rest[0]}` : undefined;
    case 'INSERT':
    case 'REPLACE':
      return emptiesIndex(pieces) ? 'delete-all of a full-text index' : undefined;
    case 'DELETE':
    case 'UPDATE':
      return withoutCondition(verb, pieces);
    case 'MERGE':
      return merger(rest, pieces);
    case 'DO':
      return rest.length === 0 || rest[0] === 'LANGUAGE' ? 'DO with a block of code' : undefined;
    case 'EXECUTE':
      return 'EXECUTE of a prepared statement';
    default:
      return undefined;
  }
}

function alteration(pieces: readonly Piece[]): string | undefined {
  const found = textsOf(pieces);
  if (pieces.some((_, at) => dropsData(pieces, at))) return 'ALTER … DROP';
  if (actionsOf(pieces).some(setsConstant)) return 'ALTER … USING a constant';
  if (hasPair(found, 'ENGINE', 'BLACKHOLE')) return 'ALTER … ENGINE BLACKHOLE';
  const lost = found.find((word) => LOSES_ROWS.has(word));
  return lost && `ALTER … ${lost}`;
}

function dropsData(pieces: readonly Piece[], at: number): boolean {
  if (!isWord(pieces[at], 'DROP')) return false;
  const [before, next, after] = [pieces[at - 2], pieces[at + 1], pieces[at + 2]];
  if (next?.kind !== 'word') return true;
  if (NAMED.has(next.text))
    return after?.kind !== 'quoted' && (after?.kind !== 'word' || AFTER_COLUMN.has(after.text));
  if (OF_COLUMN.has(next.text)) return !isWord(before, 'ALTER') && !isWord(before, 'COLUMN');
  return !WITHOUT_DATA.has(next.text);
}

function actionsOf(pieces: readonly Piece[]): readonly Piece[][] {
  const depth = pieces[0]?.depth ?? 0;
  return split(pieces, (piece) => piece.text === ',' && piece.depth === depth);
}

/** `TYPE text USING ''` replaces the values of a column. */
function setsConstant(action: readonly Piece[]): boolean {
  const at = action.findIndex((piece) => isWord(piece, 'USING'));
  return at >= 0 && isConstant(action.slice(at + 1));
}

function isWord(piece: Piece | undefined, text: string): boolean {
  return piece?.kind === 'word' && piece.text === text;
}

function merger(rest: readonly string[], pieces: readonly Piece[]): string | undefined {
  if (hasPair(rest, 'THEN', 'DELETE')) return 'MERGE … DELETE';
  if (/ BY SOURCE THEN UPDATE /.test(` ${rest.join(' ')} `)) return 'MERGE … UPDATE without a condition';
  const depth = pieces[0]?.depth ?? 0;
  const indexOf = (word: string) => pieces.findIndex((piece) => piece.depth === depth && isWord(piece, word));
  const condition = pieces.slice(indexOf('ON') + 1, indexOf('WHEN'));
  return hasPair(rest, 'THEN', 'UPDATE') && isConstant(condition)
    ? 'MERGE … UPDATE with an ON that names no column'
    : undefined;
}

function replacement([or, replace, ...rest]: readonly string[]): string | undefined {
  if (or !== 'OR' || replace !== 'REPLACE') return undefined;
  const kind = rest.slice(0, 2).find((word) => WITH_DATA.has(word));
  return kind && `CREATE OR REPLACE ${kind}`;
}

/** A full-text table of SQLite takes commands in a column of its own name. */
function emptiesIndex(pieces: readonly Piece[]): boolean {
  const columns = pieces.findIndex(({ text }) => text === '(');
  const table = bare(pieces[columns - 1]);
  const end = pieces.findIndex(({ text }, at) => at > columns && text === ')');
  return (
    pieces.slice(columns, end).some((piece) => bare(piece) === table) &&
    pieces.some((piece) => bare(piece) === 'delete-all')
  );
}

/** Without quotes. */
function bare(piece: Piece | undefined): string | undefined {
  return piece?.text.replace(/^["'`[](.*)["'`\]]$/s, '$1').toLowerCase();
}

/** The WHERE must belong to the verb itself: one inside parentheses belongs to a subquery. */
function withoutCondition(verb: string, [first, ...rest]: readonly Piece[]): string | undefined {
  const depth = first?.depth ?? 0;
  const outside = rest.findIndex((piece) => piece.depth < depth);
  const own = outside < 0 ? rest : rest.slice(0, outside);
  const where = own.findIndex((piece) => piece.depth === depth && piece.text === 'WHERE');
  if (where < 0) return `${verb} without WHERE`;
  return isConstant(own.slice(where + 1)) ? `${verb} with a WHERE that names no column` : undefined;
}

/** Statements that write a file or run a program on the server. */
function writesFile(pieces: readonly Piece[]): string | undefined {
  const found = textsOf(pieces);
  if (hasPair(found, 'INTO', 'OUTFILE') || hasPair(found, 'INTO', 'DUMPFILE')) return 'INTO OUTFILE';
  if (found[0] === 'VACUUM') return found.includes('INTO') ? 'VACUUM INTO a file' : undefined;
  return found[0] === 'COPY' ? copying(pieces) : undefined;
}

/** Names of tables and columns may be any of these words. */
function copying(pieces: readonly Piece[]): string | undefined {
  const at = pieces.findIndex((piece) => piece.depth === 0 && (isWord(piece, 'TO') || isWord(piece, 'FROM')));
  const [direction, target] = [pieces[at], pieces[at + 1]];
  if (isWord(target, 'PROGRAM')) return 'COPY with a program';
  return isWord(direction, 'TO') && !isWord(target, 'STDOUT') ? 'COPY … TO a file' : undefined;
}

function hasPair(found: readonly string[], one: string, next: string): boolean {
  return found.some((word, at) => word === one && found[at + 1] === next);
}
