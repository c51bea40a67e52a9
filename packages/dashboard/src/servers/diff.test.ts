import { describe, expect, it } from 'vitest';
import { diffLines } from './diff.ts';

function diffOf(...lines: readonly string[]): string {
  return ['--- note (approved)', '+++ note (now)', ...lines, ''].join('\n');
}

describe('a diff', () => {
  it('is read line by line, without its header', () => {
    const diff = diffOf('@@ -1,3 +1,2 @@', ' title:', '-old', '-older', '+new');
    expect(diffLines(diff)).toEqual([
      { kind: 'place', text: '@@ -1,3 +1,2 @@' },
      { kind: 'same', text: 'title:' },
      { kind: 'removed', text: 'old' },
      { kind: 'removed', text: 'older' },
      { kind: 'added', text: 'new' },
    ]);
  });

  it('takes no added or removed line for a header or a place', () => {
    const kinds = diffLines(diffOf('@@ -1,2 +1,2 @@', '+++ b', '--- a', '+@@ -1 +1 @@')).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['place', 'added', 'removed', 'added']);
  });

  it('keeps empty lines', () => {
    expect(diffLines(diffOf('@@ -0,0 +1,2 @@', '+', '+x')).slice(1)).toEqual([
      { kind: 'added', text: '' },
      { kind: 'added', text: 'x' },
    ]);
  });
});

describe('a line that took the place of another', () => {
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

  it('is not marked when it has nothing in common with it', () => {
    expect(marked('one', 'two')).toEqual([undefined, undefined]);
  });

  it('is marked by whole characters', () => {
    expect(marked('a 😀 b', 'a 😁 b')).toEqual(['😀', '😁']);
    expect(marked('a 🀀', 'a 😀')).toEqual(['🀀', '😀']);
  });

  it('is not sought among other numbers of lines', () => {
    const lines = diffLines(diffOf('@@ -1,2 +1,1 @@', '-ab', '-ac', '+ad'));
    expect(lines.every(({ mark }) => mark === undefined)).toBe(true);
  });
});
