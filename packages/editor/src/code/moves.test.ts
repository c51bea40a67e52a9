import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { newWorkspacePath, shownPath, workspacePath } from '../workspace-path.ts';
import { planMoves } from './moves.ts';

function workspace(...files: readonly string[]) {
  const folder = realpathSync.native(tempFolder());
  mkdirSync(join(folder, 'lib'));
  for (const name of files) writeFileSync(join(folder, name), name);
  const paths = {
    path: (given: string) => workspacePath([folder], given),
    newPath: (given: string) => newWorkspacePath([folder], given),
    shown: (path: string) => shownPath([folder], path),
  };
  const plan = (moves: readonly (readonly [string, string])[], overwrite = false) =>
    planMoves(
      moves.map(([from, to]) => ({ from, to })),
      overwrite,
      paths,
    );
  return { folder, plan };
}

const code = (name: string) => expect.objectContaining({ code: name });

test('paths may be relative, absolute or file URIs, and the folders of a target need not exist', () => {
  const { folder, plan } = workspace('a b.ts');
  const expected = { from: join(folder, 'a b.ts'), to: join(folder, 'x/y/c.ts') };
  const uri = (path: string) => pathToFileURL(path).href;
  for (const move of [
    ['a b.ts', 'x/y/c.ts'],
    [expected.from, expected.to],
    [uri(expected.from), uri(expected.to)],
  ] as const)
    expect(plan([move])).toEqual([{ ...expected, isFolder: false, overwrites: false }]);
});

describe('targets', () => {
  test('an existing file is a conflict unless it may be overwritten', () => {
    const { plan } = workspace('a.ts', 'b.ts');
    expect(() => plan([['a.ts', 'b.ts']])).toThrow(code('E_CONFLICT'));
    expect(plan([['a.ts', 'b.ts']], true)).toMatchObject([{ overwrites: true }]);
  });

  test('a folder is never overwritten, and a file is never replaced by a folder', () => {
    const { plan } = workspace('a.ts');
    expect(() => plan([['a.ts', 'lib']], true)).toThrow(code('E_CONFLICT'));
    expect(() => plan([['lib', 'a.ts']], true)).toThrow(code('E_CONFLICT'));
  });

  test('a place that an earlier move leaves is free', () => {
    const { plan } = workspace('a.ts', 'b.ts');
    const moves = [
      ['b.ts', 'c.ts'],
      ['a.ts', 'b.ts'],
    ] as const;
    expect(plan(moves)).toMatchObject([{ overwrites: false }, { overwrites: false }]);
    expect(() => plan(moves.toReversed())).toThrow(code('E_CONFLICT'));
  });

  test.each(['../out.ts', '/etc/out.ts', 'lib/../../out.ts', 'away/x.ts', 'away/x/y.ts'])(
    '%s is outside the workspace',
    (to) => {
      const { folder, plan } = workspace('a.ts');
      symlinkSync(tempFolder(), join(folder, 'away'));
      expect(() => plan([['a.ts', to]])).toThrow(code('E_OUTSIDE_WORKSPACE'));
    },
  );

  test('a target below a file or a broken link is refused', () => {
    const { folder, plan } = workspace('a.ts', 'b.ts');
    symlinkSync('/nowhere', join(folder, 'broken'));
    expect(() => plan([['a.ts', 'b.ts/c.ts']])).toThrow(code('E_INVALID_PATH'));
    expect(() => plan([['a.ts', 'broken/c.ts']])).toThrow(code('E_INVALID_PATH'));
  });

  test('a link inside the workspace is followed to the real folder', () => {
    const { folder, plan } = workspace('a.ts');
    symlinkSync(join(folder, 'lib'), join(folder, 'link'));
    expect(plan([['a.ts', 'link/a.ts']])).toMatchObject([{ to: join(folder, 'lib/a.ts') }]);
  });
});

test('refuses moves that contradict one another', () => {
  const { folder, plan } = workspace('a.ts', 'b.ts', 'lib/c.ts');
  const invalid = code('E_INVALID_PARAMS');
  expect(() => plan([['a.ts', 'a.ts']])).toThrow(invalid);
  expect(() => plan([['a.ts', './lib/../a.ts']])).toThrow(invalid);
  expect(() => plan([['lib', 'lib/inner']])).toThrow(invalid);
  expect(() =>
    plan([
      ['a.ts', 'x.ts'],
      ['b.ts', 'x.ts'],
    ]),
  ).toThrow(invalid);
  expect(() =>
    plan([
      ['a.ts', 'x.ts'],
      ['a.ts', 'y.ts'],
    ]),
  ).toThrow(invalid);
  expect(() =>
    plan([
      ['lib', 'x'],
      ['lib/c.ts', 'y.ts'],
    ]),
  ).toThrow(invalid);
  expect(() => plan([[folder, 'x']])).toThrow(code('E_OUTSIDE_WORKSPACE'));
});

test('a source must exist and be no link', () => {
  const { folder, plan } = workspace('a.ts');
  symlinkSync(join(folder, 'a.ts'), join(folder, 'link.ts'));
  expect(() => plan([['none.ts', 'x.ts']])).toThrow(code('E_FILE_NOT_FOUND'));
  expect(() => plan([['link.ts', 'x.ts']])).toThrow(code('E_INVALID_PATH'));
});
