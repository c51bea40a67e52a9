import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SymbolKind } from 'vscode-languageserver-types';
import { applyTextEdits } from '../edits/text.ts';
import { declarationRange, replacement } from './declaration-text.ts';
import { TextLines } from './position.ts';

/** What the server says: the range of `declared`, with the name at its start. */
function rangeOf(text: string, declared: string) {
  const lines = new TextLines(text);
  const start = text.indexOf(declared);
  const range = { start: lines.positionAt(start), end: lines.positionAt(start + declared.length) };
  const declaration = {
    name: 'x',
    names: ['x'],
    kind: SymbolKind.Variable,
    range,
    selectionRange: { start: range.start, end: range.start },
    depth: 1,
    isLocal: false,
  };
  return { lines, range: declarationRange(lines, declaration) };
}

describe('the range of a declaration', () => {
  test.each([
    ['export const x = 1;', 'x = 1', 'export const x = 1;'],
    ['  let x = () => {\n  }; // y', 'x = () => {\n  }', 'let x = () => {\n  };'],
    ['const x = 1, y = 2;', 'x = 1', 'x = 1'],
    ['const y = 2, x = 1;', 'x = 1', 'x = 1'],
    ['for (const x of y) {}', 'x', 'x'],
    ['class A { x = 1; }', 'x = 1', 'x = 1'],
    ['var x = 1', 'x = 1', 'var x = 1'],
  ])('%j', (text, declared, expected) => {
    const { lines, range } = rangeOf(text, declared);
    expect(lines.slice(range)).toBe(expected);
  });
});

describe('a replaced declaration', () => {
  const replaced = (text: string, declared: string, by: string) => {
    const { lines, range } = rangeOf(text, declared);
    return applyTextEdits(text, [replacement(lines, range, by)]);
  };

  test.each([
    ['a\n  b()\nc\n', 'b()', '', 'a\nc\n'],
    ['a\r\nb()', 'b()', '', 'a\r\n'],
    ['a; b(); c', 'b();', '', 'a;  c'],
    ['a\n  b()\nc\n', 'b()', '  d()\n', 'a\n  d()\nc\n'],
    ['a\r\nb()\r\n', 'b()', 'd(\n)', 'a\r\nd(\r\n)\r\n'],
  ])('%j', (text, declared, by, expected) => {
    expect(replaced(text, declared, by)).toBe(expected);
  });
});

describe('lines of a text', () => {
  test('every offset is a position and back', () => {
    const piece = fc.constantFrom('a', '\n', '\r\n', '\r', 'é', '😀');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const lines = new TextLines(pieces.join(''));
        for (let offset = 0; offset <= lines.text.length; offset++) {
          if (lines.text.slice(offset - 1, offset + 1) === '\r\n') continue;
          expect(lines.offsetAt(lines.positionAt(offset))).toBe(offset);
        }
      }),
    );
  });

  test('have no byte order mark', () => {
    expect(new TextLines('\uFEFFa').positionAt(1)).toEqual({ line: 0, character: 1 });
  });
});
