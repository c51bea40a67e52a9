import { expect, test } from 'vitest';
import { visibleJson, visibleLine, visibleText } from './visible-text.ts';

const ESC = '\u001b';

test.each([
  ['an escape sequence', `a${ESC}[2Kb`, 'a\\u{1B}[2Kb'],
  ['an 8-bit escape sequence', 'a\u009b2Kb', 'a\\u{9B}2Kb'],
  ['a title', `${ESC}]0;x\u0007`, '\\u{1B}]0;x\\u{7}'],
  ['a carriage return and backspaces', 'good\rbad\b', 'good\\u{D}bad\\u{8}'],
  ['bidirectional controls', '\u202Egpj.exe\u2066\u200F\u061C', '\\u{202E}gpj.exe\\u{2066}\\u{200F}\\u{61C}'],
  ['separators of lines', 'a\u2028b\u2029c\u0085d', 'a\\u{2028}b\\u{2029}c\\u{85}d'],
  ['hidden tags and half a character', 'a\u{E0041}b\uD800', 'a\\u{E0041}b\\u{D800}'],
])('makes %s visible', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
  expect(visibleLine(text)).toBe(shown);
  const json = visibleJson({ [text]: text });
  expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(json)).toEqual({ [text]: text });
});

test('keeps the lines of a text, and escapes those of a name', () => {
  expect(visibleText('a\n\tb\r\nc')).toBe('a\n\tb\nc');
  expect(visibleLine('a\n\tb\r\n')).toBe('a\\n\\tb\\u{D}\\n');
});

test('keeps what people write', () => {
  const text = 'äöü – 日本 🙂 👩‍👧 ½ “x” שלום می‌خواهم\u00A0';
  expect(visibleText(text)).toBe(text);
  expect(visibleLine(text)).toBe(text);
  expect(visibleJson(text)).toBe(JSON.stringify(text));
});
