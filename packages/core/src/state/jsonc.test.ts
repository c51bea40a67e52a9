import { expect, test } from 'vitest';
import { editJsonc, parseJsonc } from './jsonc.ts';

test('reads comments, trailing commas and a byte order mark', () => {
  expect(parseJsonc('\uFEFF{ "a": [1, 2,], // why\n }')).toEqual({ ok: true, value: { a: [1, 2] } });
});

test('names the position of a syntax error without repeating the text', () => {
  const parsed = parseJsonc('{\n  "password": s3cret\n}');
  expect(parsed).toEqual({
    ok: false,
    problem: 'not JSON: InvalidSymbol at line 2, column 15',
    reason: 'InvalidSymbol',
    line: 2,
    column: 15,
  });
});

test('accepts an empty text only when asked to', () => {
  expect(parseJsonc(' ')).toMatchObject({ ok: false });
  expect(parseJsonc('// nothing yet\n', { allowEmpty: true })).toEqual({ ok: true, value: undefined });
});

test('edits one value and keeps comments, indentation and line ends', () => {
  const text = '{\r\n\t// mine\r\n\t"a": 1\r\n}\r\n';
  expect(editJsonc(text, ['b', 'c'], true)).toBe(
    '{\r\n\t// mine\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": true\r\n\t}\r\n}\r\n',
  );
  expect(editJsonc('{"a": 1, "b": 2}', ['a'], undefined)).toBe('{\n  "b": 2\n}');
});

test('starts a document in an empty text', () => {
  expect(JSON.parse(editJsonc('', ['a', 'b'], 1))).toEqual({ a: { b: 1 } });
});
