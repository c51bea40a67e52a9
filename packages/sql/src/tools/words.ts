import type { EngineType } from '../engines/engine.ts';
import { tokenize } from '../engines/sqlite/lexer.ts';

/** A bare word of a statement: no part of a text, a comment or a quoted name. */
export interface Word {
  readonly text: string;
  /** Which statement of the text it is in, counted from 0. */
  readonly statement: number;
  /** How many brackets are open around it. */
  readonly depth: number;
  readonly afterBracket: boolean;
}

const common = ["'(?:[^']|'')*'?", '"(?:[^"]|"")*"?', String.raw`--[^\n]*`, String.raw`/\*[\s\S]*?(?:\*/|$)`];

/** What is skipped whole in each engine. Not the guard: a text that fools this costs a question, nothing else. */
const skipped: Readonly<Record<Exclude<EngineType, 'sqlite'>, readonly string[]>> = {
  postgres: [
    String.raw`[eE]'(?:[^'\\]|\\.|'')*'?`,
    ...common,
    String.raw`\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)`,
  ],
  mysql: [
    String.raw`'(?:[^'\\]|\\[\s\S]|'')*'?`,
    String.raw`"(?:[^"\\]|\\[\s\S]|"")*"?`,
    '`[^`]*`?',
    String.raw`--(?=\s|$)[^\n]*`,
    String.raw`#[^\n]*`,
    // What stands in /*! … */ is run.
    String.raw`/\*(?!M?!)[\s\S]*?(?:\*/|$)`,
  ],
};

export function wordsOf(sql: string, engine: EngineType): Word[] {
  const words: Word[] = [];
  const at = { statement: 0, depth: 0, afterBracket: false };
  for (const text of wordsAndMarks(sql, engine)) {
    if (/^[();]$/.test(text)) step(at, text);
    else {
      words.push({ text: text.toUpperCase(), ...at });
      at.afterBracket = false;
    }
  }
  return words;
}

function wordsAndMarks(sql: string, engine: EngineType): string[] {
  if (engine === 'sqlite')
    return tokenize(sql).flatMap(({ kind, text }) => (kind === 'word' || /^[();]$/.test(text) ? [text] : []));
  const token = new RegExp(`(?:${skipped[engine].join('|')})|(?<found>[A-Za-z_]\\w*|[();])`, 'g');
  return [...sql.matchAll(token)].flatMap(({ groups }) => groups?.found ?? []);
}

function step(at: { statement: number; depth: number; afterBracket: boolean }, mark: string): void {
  at.afterBracket = mark !== ';';
  if (mark === '(') at.depth += 1;
  if (mark === ')') at.depth = Math.max(0, at.depth - 1);
  if (mark !== ';') return;
  at.statement += 1;
  at.depth = 0;
}
