import { expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-types';
import { knownDiagnostics, newOnes } from './diagnostic-match.ts';

const at = (line: number, message: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  range: { start: { line, character: 4 }, end: { line, character: 6 } },
  message,
  severity: 1,
  code: 7,
  ...more,
});
const insert = (line: number, newText: string) => ({
  range: { start: { line, character: 0 }, end: { line, character: 0 } },
  newText,
});

test('a problem on a line that moved is known by its text', () => {
  const known = knownDiagnostics([at(1, 'wrong')], 'one\n  two\n', []);
  expect(newOnes(known, [at(5, 'wrong')], '\n\n\n\none\ntwo\n')).toEqual([]);
});

test('the same problem twice is new once', () => {
  const known = knownDiagnostics([at(0, 'wrong')], 'x\n', []);
  const twice = [at(0, 'wrong'), at(3, 'wrong')];
  expect(newOnes(known, twice, 'x\n\n\nx\n')).toHaveLength(1);
});

test('a problem that the change reworded is known by its code and place', () => {
  const known = knownDiagnostics([at(1, 'no price')], 'a\nuse price\n', [insert(0, 'import x;\n')]);
  expect(newOnes(known, [at(2, 'no cost')], 'import x;\na\nuse cost\n')).toEqual([]);
  expect(newOnes(known, [at(2, 'no cost', { code: 8 })], 'import x;\na\nuse cost\n')).toHaveLength(1);
  expect(newOnes(known, [at(1, 'no cost')], 'import x;\na\nuse cost\n')).toHaveLength(1);
});

test('information and hints do not count, and a missing severity is an error', () => {
  const found = [
    at(0, 'info', { severity: 3 }),
    at(0, 'hint', { severity: 4 }),
    at(0, 'warning', { severity: 2 }),
  ];
  const { severity: _, ...bare } = at(0, 'bare');
  expect(newOnes([], [...found, bare], 'x').map(({ message }) => message)).toEqual(['warning', 'bare']);
});
