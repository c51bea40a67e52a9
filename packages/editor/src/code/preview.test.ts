import { expect, test } from 'vitest';
import { changedLines } from './preview.ts';

const edit = (line: number, from: number, to: number, newText: string, endLine = line) => ({
  range: { start: { line, character: from }, end: { line: endLine, character: to } },
  newText,
});

test('edits of one line are one entry, with the whole line before and after', () => {
  const text = 'const a = 1;\nuse(a, a);\n';
  expect(changedLines(text, [edit(1, 7, 8, 'beta'), edit(1, 4, 5, 'beta'), edit(0, 6, 7, 'beta')])).toEqual([
    { line: 1, old: 'const a = 1;', new: 'const beta = 1;' },
    { line: 2, old: 'use(a, a);', new: 'use(beta, beta);' },
  ]);
});

test('an edit over several lines shows them all, whatever their line endings', () => {
  expect(changedLines('one\r\ntwo\r\nthree\r\n', [edit(0, 1, 1, 'X', 1)])).toEqual([
    { line: 1, old: 'one\ntwo', new: 'oXwo' },
  ]);
});

test('an insertion at the end of the text', () => {
  expect(changedLines('one', [edit(1, 0, 0, '\n')])).toEqual([{ line: 2, old: '', new: '\n' }]);
});

test('long texts are cut', () => {
  const [changed] = changedLines('x'.repeat(5_000), [edit(0, 0, 1, 'y'.repeat(5_000))]);
  expect(changed?.old.length).toBeLessThan(300);
  expect(changed?.new.length).toBeLessThan(300);
  const [many] = changedLines('', [edit(0, 0, 0, 'a\n'.repeat(100))]);
  expect(many?.new.split('\n').length).toBeLessThan(15);
});
