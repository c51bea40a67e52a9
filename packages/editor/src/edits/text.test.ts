import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextDocument, type TextEdit } from 'vscode-languageserver-types';
import { applyTextEdits, hashOf } from './text.ts';

const edit = (at: readonly [number, number, number, number], newText: string): TextEdit => ({
  range: { start: { line: at[0], character: at[1] }, end: { line: at[2], character: at[3] } },
  newText,
});
const unusable = (message: string) =>
  expect.objectContaining({ code: 'E_LANGUAGE_SERVER', message: expect.stringContaining(message) });

test('the hash of a text does not depend on a byte order mark, and on everything else', () => {
  expect(hashOf('\uFEFFab')).toBe(hashOf('ab'));
  expect(hashOf('ab\r\n')).not.toBe(hashOf('ab\n'));
  expect(hashOf('')).toMatch(/^[0-9a-f]{32}$/);
});

test('positions are of the text before all edits', () => {
  const edits = [edit([1, 0, 1, 3], 'new'), edit([0, 0, 0, 1], 'first line\n'), edit([0, 1, 0, 2], '')];
  expect(applyTextEdits('ab\nold()\n', edits)).toBe('first line\n\nnew()\n');
});

test('inserts at one place keep their order, before a replacement that starts there', () => {
  const edits = [edit([0, 1, 0, 1], '1'), edit([0, 1, 0, 1], '2'), edit([0, 1, 0, 2], '3')];
  expect(applyTextEdits('abc', edits)).toBe('a123c');
});

test.each([
  ['\r\n', 'a\r\nX\r\nY\r\nb'],
  ['\n', 'a\nX\nY\nb'],
  ['\r', 'a\rX\rY\rb'],
])('new text takes the line ending %j of the text', (lineEnd, expected) => {
  expect(applyTextEdits(['a', 'b'].join(lineEnd), [edit([1, 0, 1, 0], 'X\r\nY\n')])).toBe(expected);
});

test('new text is kept as it is in a text of mixed line endings, and in one of a single line', () => {
  expect(applyTextEdits('a\r\nb\nc', [edit([1, 0, 1, 0], '1\n2\r\n')])).toBe('a\r\n1\n2\r\nb\nc');
  expect(applyTextEdits('a', [edit([0, 1, 0, 1], '\r\n1\n')])).toBe('a\r\n1\n');
});

test('a column beyond the end of a line is its end, before the line ending', () => {
  expect(applyTextEdits('a\r\nb', [edit([0, 99, 0, 99], '!')])).toBe('a!\r\nb');
  expect(applyTextEdits('a\nb\n', [edit([0, 0, 3, 0], '')])).toBe('');
});

test('columns count UTF-16 code units', () => {
  expect(applyTextEdits('😀x', [edit([0, 2, 0, 3], 'y')])).toBe('😀y');
  expect(() => applyTextEdits('😀x', [edit([0, 1, 0, 3], 'y')])).toThrow(unusable('outside the text'));
});

test.each([
  ['edits that overlap', [edit([0, 0, 0, 2], 'x'), edit([0, 1, 0, 3], 'y')], '1:2-1:4', 'overlaps'],
  ['a line after the end', [edit([2, 1, 2, 1], 'x')], '3:2-3:2', 'outside'],
  ['a negative column', [edit([0, -1, 0, 0], 'x')], '1:0-1:1', 'outside'],
  ['a fraction', [edit([0.5, 0, 1, 0], 'x')], '1.5:1-2:1', 'outside'],
  ['an end before the start', [edit([1, 0, 0, 0], 'x')], '2:1-1:1', 'ends before'],
])('refuses %s', (_, edits, place, reason) => {
  expect(() => applyTextEdits('abc\ndef', edits)).toThrow(unusable(place));
  expect(() => applyTextEdits('abc\ndef', edits)).toThrow(unusable(reason));
});

/** A text with one kind of line ending, and edits of it whose ranges do not overlap. */
const edited = fc
  .record({
    lines: fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\t') }), {
      minLength: 1,
      maxLength: 8,
    }),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    cuts: fc.array(fc.nat(200), { maxLength: 12 }),
    words: fc.array(fc.array(fc.constantFrom('x', '😀', ''), { maxLength: 3 }), {
      minLength: 6,
      maxLength: 6,
    }),
    seed: fc.nat(),
  })
  .map(({ lines, lineEnd, cuts, words, seed }) => {
    const text = lines.join(lineEnd);
    const places = lines.flatMap((line, row) => {
      const columns = [0, ...[...line].map((_, index, all) => all.slice(0, index + 1).join('').length)];
      return columns.map((character) => ({ line: row, character }));
    });
    const chosen = cuts.map((cut) => cut % places.length).sort((a, b) => a - b);
    const edits = chosen.flatMap((index, at) => {
      const [start, end] = [places[index], places[chosen[at + 1] ?? -1]];
      if (at % 2 === 1 || !start || !end) return [];
      return [{ range: { start, end }, newText: (words[at / 2] ?? []).join(lineEnd) }];
    });
    const turn = edits.length === 0 ? 0 : seed % edits.length;
    return { text, edits: [...edits.slice(turn), ...edits.slice(0, turn)] };
  });

test('gives the text of the reference implementation of LSP', () => {
  fc.assert(
    fc.property(edited, ({ text, edits }) => {
      const document = TextDocument.create('file:///a', 'text', 1, text);
      let expected: string;
      try {
        expected = TextDocument.applyEdits(document, edits);
      } catch {
        expect(() => applyTextEdits(text, edits)).toThrow(unusable('overlaps'));
        return;
      }
      expect(applyTextEdits(text, edits)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});
