import { expect, test } from 'vitest';
import { firstSentenceOf, shorten } from './summary.ts';

test.each([
  ['Reads a file. Fast.', 'Reads a file.'],
  ['Reads a file', 'Reads a file'],
  ['  "Reads a file." It says so.', 'Reads a file.'],
  ['"""\n  Reads a file.\n\n  Args: path\n"""', 'Reads a file.'],
  ['```\nReads a file.\n```', 'Reads a file.'],
  ['```json\nReads a file. More.', 'Reads a file.'],
  ['# Reads a file\n\nMore about it.', 'Reads a file'],
  ['Reads v1.2 files e.g. of x.', 'Reads v1.2 files e.g.'],
  ['Note. Reads a file. More.', 'Note. Reads a file.'],
  ['- Reads a file\n- Or two', 'Reads a file'],
  ['读取文件的全部内容并返回。更多说明。', '读取文件的全部内容并返回。'],
  ['', ''],
  ['"""', ''],
])('the first sentence of %j is %j', (description, sentence) => {
  expect(firstSentenceOf(description).trim()).toBe(sentence);
});

test('a long text is cut at a word and has at most so many characters', () => {
  expect(shorten('one two three four', 12)).toBe('one two…');
  expect(shorten('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(shorten('a\n b', 10)).toBe('a b');
  expect(shorten('🙂'.repeat(20), 10)).toBe(`${'🙂'.repeat(4)}…`);
});
