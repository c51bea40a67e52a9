import { type Word, wordsOf } from './words.ts';

/** After `ALTER … DROP`: what goes is a rule, not data. */
const HARMLESS_TO_DROP = new Set([
  'NOT',
  'DEFAULT',
  'CONSTRAINT',
  'INDEX',
  'KEY',
  'CHECK',
  'PRIMARY',
  'FOREIGN',
  'EXPRESSION',
  'IDENTITY',
]);
/** A verb stands at the beginning, after a bracket (of a WITH list, of options), or after these. */
const BEFORE_A_VERB = new Set(['ANALYZE', 'VERBOSE']);

/**
 * Whether a statement takes away more than single rows: then a person is asked first. This is a courtesy to people who
 * gave a writable connection, not a boundary: what must not be changed belongs on a read-only one.
 */
export function destroys(sql: string, engine: string): string | undefined {
  const words = wordsOf(sql, engine);
  const found = words.flatMap((word, index) => judgeVerb(words, word, index) ?? []);
  return found[0];
}

function judgeVerb(words: readonly Word[], word: Word, index: number): string | undefined {
  if (!isVerbPosition(words, index)) return undefined;
  if (word.text === 'DROP') return `DROP ${words[index + 1]?.text ?? ''}`.trim();
  if (word.text === 'TRUNCATE') return 'TRUNCATE';
  if (word.text === 'ALTER') return dropsData(words, index) ? 'ALTER … DROP' : undefined;
  if (word.text !== 'DELETE' && word.text !== 'UPDATE') return undefined;
  return hasCondition(words, index) ? undefined : `${word.text} without WHERE`;
}

function isVerbPosition(words: readonly Word[], index: number): boolean {
  const word = words[index];
  const before = words[index - 1];
  if (!word || !before || before.statement !== word.statement) return true;
  return word.afterBracket || BEFORE_A_VERB.has(before.text);
}

function dropsData(words: readonly Word[], from: number): boolean {
  return sameStatement(words, from).some(
    (word, at, rest) => word.text === 'DROP' && !HARMLESS_TO_DROP.has(rest[at + 1]?.text ?? ''),
  );
}

/** The WHERE must belong to the verb itself: one inside brackets belongs to a subquery. */
function hasCondition(words: readonly Word[], from: number): boolean {
  const depth = words[from]?.depth ?? 0;
  for (const word of sameStatement(words, from)) {
    if (word.depth < depth) return false;
    if (word.depth === depth && word.text === 'WHERE') return true;
  }
  return false;
}

function sameStatement(words: readonly Word[], from: number): readonly Word[] {
  const { statement } = words[from] ?? {};
  return words.slice(from).filter((word) => word.statement === statement);
}
