import { expect, test } from 'vitest';
import type { FileOperation } from '../workspace-change.ts';
import { mergeChanges, pathAfter } from './change-files.ts';

const rename = (from: string, to: string): FileOperation => ({ kind: 'rename', from, to, overwrite: false });

test.each([
  ['/w/a.ts', [rename('/w/a.ts', '/w/b.ts')], '/w/b.ts'],
  ['/w/lib/x/a.ts', [rename('/w/lib', '/w/src')], '/w/src/x/a.ts'],
  ['/w/library/a.ts', [rename('/w/lib', '/w/src')], '/w/library/a.ts'],
  ['/w/a.ts', [rename('/w/a.ts', '/w/b.ts'), rename('/w/b.ts', '/w/c.ts')], '/w/c.ts'],
  ['/w/a.ts', [{ kind: 'delete', path: '/w' } satisfies FileOperation], undefined],
])('%s is after the operations at %s', (path, operations, expected) => {
  expect(pathAfter(operations, path)).toBe(expected);
});

const insert = (newText: string) => ({
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  newText,
});
const change = (path: string, basis: string, newText: string) => ({
  edits: [{ path, basis, edits: [insert(newText)] }],
  operations: [],
});

test('edits of one file are merged where they were planned on the same content', () => {
  const merged = mergeChanges([change('/a', '1', 'x'), change('/b', '2', 'y'), change('/a', '1', 'z')]);
  expect(merged.edits).toEqual([
    { path: '/a', basis: '1', edits: [insert('x'), insert('z')] },
    { path: '/b', basis: '2', edits: [insert('y')] },
  ]);
});

test('edits that were planned on different contents are refused', () => {
  expect(() => mergeChanges([change('/a', '1', 'x'), change('/a', '2', 'z')])).toThrow(
    expect.objectContaining({ code: 'E_CONFLICT' }),
  );
});
