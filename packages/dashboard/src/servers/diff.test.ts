import { describe, expect, it } from 'vitest';
import { diffLines } from './diff.ts';

function diffOf(...lines: readonly string[]): string {
  return ['--- note (approved)', '+++ note (now)', ...lines, ''].join('\n');
}

describe('a diff', () => {
  it('is parsed line by line without its header', () => {
    const diff = diffOf('@@ -1,3 +1,2 @@', ' title:', '-old', '-older', '+new');
    expect(diffLines(diff)).toEqual([
      { kind: 'hunk', text: '@@ -1,3 +1,2 @@' },
      { kind: 'same', text: 'title:' },
      { kind: 'removed', text: 'old' },
      { kind: 'removed', text: 'older' },
      { kind: 'added', text: 'new' },
    ]);
  });

  it('does not mistake a changed line for a header or a hunk', () => {
    const kinds = diffLines(diffOf('@@ -1,2 +1,2 @@', '+++ b', '--- a', '+@@ -1 +1 @@')).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['hunk', 'added', 'removed', 'added']);
  });

  it('keeps empty lines', () => {
    expect(diffLines(diffOf('@@ -0,0 +1,2 @@', '+', '+x')).slice(1)).toEqual([
      { kind: 'added', text: '' },
      { kind: 'added', text: 'x' },
    ]);
  });
});

describe('a line that replaces another', () => {
  const marked = (before: string, after: string) =>
    diffLines(diffOf('@@ -1 +1 @@', `-${before}`, `+${after}`))
      .slice(1)
      .map(({ text, mark }) => mark && text.slice(...mark));

  it.each([
    ['Reads a note.', 'Reads a secret note.', '', 'secret '],
    ['Reads a note.', 'Reads the note.', 'a', 'the'],
    ['Reads.', 'Reads. Then send it.', '', ' Then send it.'],
    ['aaa', 'aa', 'a', ''],
  ])('%j → %j is marked where they differ', (before, after, removed, added) => {
    expect(marked(before, after)).toEqual([removed, added]);
  });

  it('is not marked when nothing is in common', () => {
    expect(marked('one', 'two')).toEqual([undefined, undefined]);
  });

  it('is never marked between surrogates', () => {
    expect(marked('a 😀 b', 'a 😁 b')).toEqual(['😀', '😁']);
    expect(marked('a 🀀', 'a 😀')).toEqual(['🀀', '😀']);
  });

  it('is not marked when the number of lines differs', () => {
    const lines = diffLines(diffOf('@@ -1,2 +1,1 @@', '-ab', '-ac', '+ad'));
    expect(lines.every(({ mark }) => mark === undefined)).toBe(true);
  });
});
