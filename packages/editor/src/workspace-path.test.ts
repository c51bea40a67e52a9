import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { foldersFor, newWorkspacePath, shownPath, workspacePath } from './workspace-path.ts';

function setUp() {
  const base = realpathSync(tempFolder());
  for (const name of ['shop/src', 'tools/src', 'elsewhere']) mkdirSync(join(base, name), { recursive: true });
  for (const name of ['shop/src/a.ts', 'tools/src/b.ts', 'elsewhere/c.ts'])
    writeFileSync(join(base, name), '');
  const [shop, tools] = [join(base, 'shop'), join(base, 'tools')];
  return { base, shop, tools };
}

test('finds a path relative to a folder, absolute or as a URI', () => {
  const { shop, tools } = setUp();
  const file = join(shop, 'src/a.ts');
  for (const given of ['src/a.ts', './src/../src/a.ts', file, pathToFileURL(file).href, ` ${file} `])
    expect(workspacePath([shop], given)).toBe(file);
  expect(workspacePath([shop, tools], 'src/b.ts')).toBe(join(tools, 'src/b.ts'));
});

test('finds the path that it shows, with one folder and with several', () => {
  const { shop, tools } = setUp();
  const file = join(tools, 'src/b.ts');
  expect(shownPath([tools], file)).toBe('src/b.ts');
  expect(shownPath([shop, tools], file)).toBe('tools/src/b.ts');
  expect(workspacePath([shop, tools], 'tools/src/b.ts')).toBe(file);
  expect(shownPath([shop], '/usr/lib/x.js')).toBe('/usr/lib/x.js');
});

test.each([
  ['', 'E_INVALID_PATH'],
  ['a\0b', 'E_INVALID_PATH'],
  ['https://example.com/a.ts', 'E_INVALID_PATH'],
  ['src/missing.ts', 'E_FILE_NOT_FOUND'],
  ['../elsewhere/c.ts', 'E_OUTSIDE_WORKSPACE'],
  ['/nowhere/c.ts', 'E_OUTSIDE_WORKSPACE'],
])('refuses %j with %s', (given, code) => {
  const { shop } = setUp();
  expect(() => workspacePath([shop], given)).toThrow(expect.objectContaining({ code }));
});

test('refuses a link that leads outside', () => {
  const { base, shop } = setUp();
  symlinkSync(join(base, 'elsewhere'), join(shop, 'link'));
  expect(() => workspacePath([shop], 'link/c.ts')).toThrow(
    expect.objectContaining({ code: 'E_OUTSIDE_WORKSPACE' }),
  );
});

test('a call may name one of the open folders, by name or path, and no other', () => {
  const { base, shop, tools } = setUp();
  expect(foldersFor([shop, tools], undefined)).toEqual([shop, tools]);
  expect(foldersFor([shop, tools], 'tools')).toEqual([tools, shop]);
  expect(foldersFor([shop, tools], tools)).toEqual([tools, shop]);
  expect(() => foldersFor([shop], join(base, 'elsewhere'))).toThrow(
    expect.objectContaining({ code: 'E_UNTRUSTED_WORKSPACE' }),
  );
});

test('a new path is in the folder that has it, that has its parent, or that it names', () => {
  const { shop, tools } = setUp();
  mkdirSync(join(tools, 'lib'));
  const folders = [shop, tools];
  expect(newWorkspacePath(folders, 'src/b.ts')).toBe(join(tools, 'src/b.ts'));
  expect(newWorkspacePath(folders, 'lib/new.ts')).toBe(join(tools, 'lib/new.ts'));
  expect(newWorkspacePath(folders, 'tools/src/new.ts')).toBe(join(tools, 'src/new.ts'));
  expect(newWorkspacePath(folders, 'src/new.ts')).toBe(join(shop, 'src/new.ts'));
});
