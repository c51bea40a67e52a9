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
  expect(editJsonc('{"a": 1, "b": 2}', ['a'], undefined)).toBe('{"b": 2}');
});

test('starts a document in an empty text', () => {
  expect(JSON.parse(editJsonc('', ['a', 'b'], 1))).toEqual({ a: { b: 1 } });
});

test('keeps the key __proto__', () => {
  const { value } = parseJsonc('{ "__proto__": { "a": 1 } }') as { value: object };
  expect(Object.getOwnPropertyNames(value)).toEqual(['__proto__']);
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test.each([
  ['{"a": 1, "b": 2}', ['b'], '{"a": 1}'],
  ['{ "a": 1 }', ['a'], '{ }'],
  ['{ "a": 1, "b": 2 }', ['b'], '{ "a": 1 }'],
  [
    '{\n  // one\n  "a": 1, // two\n  // three\n  "b": 2\n}\n',
    ['a'],
    '{\n  // one\n  // two\n  // three\n  "b": 2\n}\n',
  ],
  [
    '{\n  "a": 1, // two\n  // three\n  "b": 2 // four\n  // five\n}\n',
    ['b'],
    '{\n  "a": 1 // two\n  // three\n  // four\n  // five\n}\n',
  ],
  ['{\r\n\t"a": 1,\r\n\t"b": 2,\r\n}', ['b'], '{\r\n\t"a": 1,\r\n}'],
  ['{ // only\n  "a": 1 // value\n}', ['a'], '{ // only\n  // value\n}'],
  ['{ "a": 1 /* x */, "b": { "c": 2, "d": 3 } }', ['b', 'c'], '{ "a": 1 /* x */, "b": { "d": 3 } }'],
  ['{ "a": 1 /* x, y */, "b": 2 }', ['a'], '{ /* x, y */ "b": 2 }'],
  ['{ "a": 1 }', ['b'], '{ "a": 1 }'],
  ['// empty\n', ['b'], '// empty\n'],
])('removes from %j the value at %j and no comment', (text, path, left) => {
  expect(editJsonc(text, path, undefined)).toBe(left);
});

test.each([
  ['{\n  "a": 1 // why\n}\n', ['b'], '{\n  "a": 1, // why\n  "b": {\n    "c": 1\n  }\n}\n'],
  ['{\r\n\t"a": 1, /* why */\r\n}', ['b'], '{\r\n\t"a": 1, /* why */\r\n\t"b": {\r\n\t\t"c": 1\r\n\t},\r\n}'],
  ['{ "a": 1 // why\n}', ['b'], '{ "a": 1, // why\n  "b": {\n    "c": 1\n  }\n}'],
  [
    '{\n  "x": {\n    "a": 1 // why\n  }\n}',
    ['x', 'b'],
    '{\n  "x": {\n    "a": 1, // why\n    "b": {\n      "c": 1\n    }\n  }\n}',
  ],
  [
    '{\n  "a": 1 // why\n}\n',
    ['b', 'd'],
    '{\n  "a": 1, // why\n  "b": {\n    "d": {\n      "c": 1\n    }\n  }\n}\n',
  ],
  ['{\n  "a": 1 // why\n}\n', ['a'], '{\n  "a": {\n    "c": 1\n  } // why\n}\n'],
])('adds to %j the path %j below the comment of the last property', (text, path, edited) => {
  expect(editJsonc(text, path, { c: 1 })).toBe(edited);
});
