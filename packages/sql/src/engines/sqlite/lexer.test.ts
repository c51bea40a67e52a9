import { expect, test } from 'vitest';
import { nameOf, tokenize } from './lexer.ts';

function kinds(sql: string): string[] {
  return [...tokenize(sql)].map(({ kind, text }) => `${kind} ${text}`);
}

test('spaces and comments are passed over, also a comment that nobody closes', () => {
  expect(kinds('SELECT/* ; */1 -- ;\n,2 /* no end')).toEqual([
    'word SELECT',
    'number 1',
    'sign ,',
    'number 2',
  ]);
});

test.each([
  [`'it''s; fine'`, 'quoted'],
  [`x'00ff'`, 'quoted'],
  ['"a ""b"" c"', 'quoted'],
  ['`a;b`', 'quoted'],
  ['[a;b]', 'quoted'],
  ['?', 'variable'],
  ['?12', 'variable'],
  [':name', 'variable'],
  ['@name', 'variable'],
  ['$1', 'variable'],
  ['$a::b(c)', 'variable'],
  ['12.5e-3', 'number'],
  ['.5', 'number'],
  ['0xFF', 'number'],
  ['größe', 'word'],
  ['a$b', 'word'],
])('%s is one token: %s', (text, kind) => {
  expect(kinds(text)).toEqual([`${kind} ${text}`]);
});

test('a string without its end is no string, and what follows is still read', () => {
  expect(kinds("SELECT 'a")).toEqual(['word SELECT', "illegal '", 'word a']);
});

test.each([
  ['plain', 'plain'],
  ['"say ""hi"""', 'say "hi"'],
  ['[a b]', 'a b'],
  ['`tick`', 'tick'],
])('%s is the name %s', (text, name) => {
  const [token] = tokenize(text);
  expect(token && nameOf(token)).toBe(name);
});

test('a long text is read in one go', () => {
  const [token] = tokenize(`'${"''".repeat(500_000)}'`);
  expect(token?.end).toBe(1_000_002);
});
