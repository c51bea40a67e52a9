import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { lex, nameOf, splitStatements, tokenize } from './lexer.ts';

function kinds(sql: string): string[] {
  return tokenize(sql).map(({ kind, text }) => `${kind} ${text}`);
}

test('skips white space and comments, also an unterminated comment', () => {
  expect(kinds('SELECT/* ; */1 -- ;\n,2 /* no end')).toEqual([
    'word SELECT',
    'number 1',
    'symbol ,',
    'number 2',
  ]);
});

test.each([
  [`'it''s; fine'`, 'string'],
  [`x'00ff'`, 'blob'],
  ['"a ""b"" c"', 'quoted'],
  ['`a;b`', 'quoted'],
  ['[a;b]', 'quoted'],
  ['?', 'variable'],
  ['?12', 'variable'],
  [':name', 'variable'],
  ['@name', 'variable'],
  ['$1', 'variable'],
  ['$a::b(c;d)', 'variable'],
  ['#a', 'variable'],
  ['12.5e-3', 'number'],
  ['1.', 'number'],
  ['.5', 'number'],
  ['0xFF', 'number'],
  ['1_000', 'number'],
  ['größe', 'word'],
  ['a$b', 'word'],
  ['->>', 'symbol'],
  ['1.5a', 'illegal'],
  ['1e', 'illegal'],
  ['0x', 'illegal'],
  ['1_', 'illegal'],
  ['1_.5', 'illegal'],
  [`'''`, 'illegal'],
  [`x'0'`, 'illegal'],
  ['$a(b', 'illegal'],
  ['#1', 'illegal'],
  [`'a; SELECT 1`, 'illegal'],
  ['[a; SELECT 1', 'illegal'],
])('%s is one token: %s', (text, kind) => {
  expect(kinds(text)).toEqual([`${kind} ${text}`]);
});

test.each([
  ['1.5.5', ['1.5', '.5']],
  ['1-2', ['1', '-', '2']],
  ['1e5e5', ['1e5e5']],
  ['1e+5+5', ['1e+5', '+', '5']],
  ['5.e', ['5.e']],
  ['t.5', ['t', '.5']],
  ['?1a', ['?1', 'a']],
  ['1--2', ['1']],
])('%s ends its numbers where SQLite does', (sql, texts) => {
  expect(tokenize(sql).map(({ text }) => text)).toEqual(texts);
});

test.each([
  ['plain', 'plain'],
  ['"say ""hi"""', 'say "hi"'],
  [`'it''s'`, "it's"],
  ['[a b]', 'a b'],
  ['`tick`', 'tick'],
  ['12', undefined],
])('%s is the name %s', (text, name) => {
  expect(nameOf(tokenize(text)[0])).toBe(name);
});

test.each([`'${"''".repeat(500_000)}'`, `:a${'::b'.repeat(300_000)}`, `1${'_1'.repeat(500_000)}`])(
  'reads a long token in one go (%#)',
  (text) => {
    expect(lex(text).map(({ end }) => end)).toEqual([text.length]);
  },
);

describe('agrees with SQLite', () => {
  const database = new DatabaseSync(':memory:');
  afterAll(() => database.close());

  /** SQLite's message when it does not compile the text. */
  function problemOf(sql: string): string | undefined {
    try {
      database.prepare(sql);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** The token SQLite stopped at. It garbles numbers with misplaced separators in its message. */
  function offendingToken(sql: string, problem: string | undefined): string | undefined {
    const token = /^(?:unrecognized token: |near )"([\s\S]*?)"(?:: syntax error)?$/.exec(problem ?? '')?.[1];
    return token && sql.includes(token) ? token : undefined;
  }

  const PIECES = `0 1 9 . e E + - _ x X F a $ : :: @ ? # ( ) ' " \` [ ] / * -- /* */ é 😀 < > = ! | & ~ % , { \\ SELECT end x' 0x ;`;
  const piece = fc.constantFrom(...PIECES.split(' '), ...'\n\t\v\f \ufeff');
  const soup = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

  test('on where a token ends', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'SELECT ', 'SELECT 1 ', 'SELECT 1,'), soup, (start, rest) => {
        const sql = start + rest;
        const offending = offendingToken(sql, problemOf(sql));
        if (offending) expect(tokenize(sql).map(({ text }) => text)).toContain(offending);
      }),
      { numRuns: 5_000 },
    );
  });

  test('on which tokens are illegal', () => {
    fc.assert(
      fc.property(soup, (rest) => {
        const sql = `SELECT ${rest}`;
        const problem = problemOf(sql);
        const [statement = []] = splitStatements(tokenize(sql));
        expect(
          lex(sql)
            .map(({ text }) => text)
            .join(''),
        ).toBe(sql);
        const illegal = statement.filter(({ kind }) => kind === 'illegal').map(({ text }) => text);
        if (problem === undefined) expect(illegal).toEqual([]);
        const offending = offendingToken(sql, problem);
        if (offending && problem?.startsWith('unrecognized')) expect(illegal).toContain(offending);
      }),
      { numRuns: 5_000 },
    );
  });
});

test('loses no character and has no empty token', () => {
  const codeUnits = fc.array(fc.integer({ min: 0, max: 0xffff }));
  fc.assert(
    fc.property(codeUnits, (codes) => {
      const sql = String.fromCharCode(...codes);
      const tokens = lex(sql);
      expect(tokens.map(({ text }) => text).join('')).toBe(sql);
      expect(tokens.every(({ text, start, end }) => text && sql.slice(start, end) === text)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
