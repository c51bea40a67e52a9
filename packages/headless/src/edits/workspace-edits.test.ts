import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { hashOf } from '@molehill/editor/edits/text';
import type { FileOperation } from '@molehill/editor/workspace-change';
import { describe, expect, test } from 'vitest';
import { Journal } from './journal.ts';
import { change, replaceText, saving, testWorkspace, treeOf } from './testing/workspace.ts';

const code = (name: string, message = '') =>
  expect.objectContaining({ code: name, message: expect.stringContaining(message) });
const rename = (from: string, to: string, overwrite = false): FileOperation => ({
  kind: 'rename',
  from,
  to,
  overwrite,
});
/** The text `old` at the start of a file becomes `new`. */
const edited = (path: string, text: string) => ({
  path,
  edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, newText: 'new' }],
  basis: hashOf(text),
});

describe('edits', () => {
  test('change all files of a change, and leave nothing else', async () => {
    const { apply, at, tree, stateRoot } = testWorkspace({ 'a.ts': 'old a\n', 'sub/b.ts': 'let b = old;\n' });
    await apply([replaceText(at('a.ts'), 'old', 'new'), replaceText(at('sub/b.ts'), 'old', 'new')]);
    expect(tree()).toEqual({
      'a.ts': '644 new a\n',
      sub: '755 /',
      'sub/b.ts': '644 let b = new;\n',
    });
    expect(Object.values(treeOf(stateRoot)).filter((entry) => !entry.endsWith('/'))).toEqual([]);
  });

  test('keep the mode of a file', async () => {
    const { apply, at } = testWorkspace({ 'run.sh': 'old' });
    chmodSync(at('run.sh'), 0o4751);
    await apply([edited(at('run.sh'), 'old')]);
    expect((statSync(at('run.sh')).mode & 0o7777).toString(8)).toBe('4751');
  });

  test.each([
    ['UTF-8', Buffer.from('oldé😀'), Buffer.from('newé😀')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFoldé😀'), Buffer.from('\uFEFFnewé😀')],
    ['UTF-16LE', Buffer.from('\uFEFFoldé😀', 'utf16le'), Buffer.from('\uFEFFnewé😀', 'utf16le')],
    [
      'UTF-16BE',
      Buffer.from('\uFEFFoldé😀', 'utf16le').swap16(),
      Buffer.from('\uFEFFnewé😀', 'utf16le').swap16(),
    ],
  ])('keep %s', async (_, before, after) => {
    const { apply, at, workspace } = testWorkspace({ 'a.txt': before });
    expect(await workspace.readText(at('a.txt'))).toBe('oldé😀');
    await apply([edited(at('a.txt'), 'oldé😀')]);
    expect(readFileSync(at('a.txt'))).toEqual(after);
  });

  test.each([
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['UTF-16 without a byte order mark', Buffer.from('old', 'utf16le')],
    ['neither UTF-8 nor UTF-16', Buffer.from('oldé', 'latin1')],
    ['damaged UTF-16LE', Buffer.from([0xff, 0xfe, 0x61])],
  ])('refuse a file that is %s', async (name, content) => {
    const { apply, at, tree } = testWorkspace({ 'a.txt': 'old', 'b.txt': content });
    const before = tree();
    const edits = [edited(at('a.txt'), 'old'), edited(at('b.txt'), 'old')];
    await expect(apply(edits)).rejects.toEqual(code('E_WRITE_FAILED', name));
    expect(tree()).toEqual(before);
  });

  test('keep line endings', async () => {
    const { apply, at } = testWorkspace({ 'a.txt': 'a\r\nold\r\n' });
    await apply([replaceText(at('a.txt'), 'old', 'x\ny')]);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('a\r\nx\r\ny\r\n');
  });

  test('write through a symbolic link, once for all names of a file', async () => {
    const { apply, at } = testWorkspace({ 'real.ts': 'old' });
    symlinkSync('real.ts', at('link.ts'));
    await apply([edited(at('link.ts'), 'old'), edited(at('real.ts'), 'old')]);
    expect(readlinkSync(at('link.ts'))).toBe('real.ts');
    expect(readFileSync(at('real.ts'), 'utf8')).toBe('new');
  });

  test('keep hard links, in both directions of length', async () => {
    const { apply, at } = testWorkspace({ 'a.ts': 'old and more' });
    linkSync(at('a.ts'), at('b.ts'));
    await apply([replaceText(at('a.ts'), 'old and more', 'n')]);
    expect(readFileSync(at('b.ts'), 'utf8')).toBe('n');
    await apply([replaceText(at('b.ts'), 'n', 'longer than before')]);
    expect(readFileSync(at('a.ts'), 'utf8')).toBe('longer than before');
    expect(statSync(at('a.ts')).nlink).toBe(2);
  });

  test('refuse a file that changed since the edits were planned', async () => {
    const { apply, at, tree } = testWorkspace({ 'a.ts': 'old', 'b.ts': 'old' });
    const planned = [edited(at('a.ts'), 'old'), edited(at('b.ts'), 'old')];
    writeFileSync(at('b.ts'), 'old, by somebody else');
    const before = tree();
    await expect(apply(planned)).rejects.toEqual(code('E_CONFLICT', at('b.ts')));
    rmSync(at('b.ts'));
    await expect(apply(planned)).rejects.toEqual(code('E_CONFLICT', at('b.ts')));
    mkdirSync(at('b.ts'));
    await expect(apply(planned)).rejects.toEqual(code('E_CONFLICT', at('b.ts')));
    rmSync(at('b.ts'), { recursive: true });
    expect(tree()).toEqual({ 'a.ts': before['a.ts'] });
  });

  test('are refused outside the workspace, also through a link', async () => {
    const outside = join(tempFolder(), 'a.ts');
    writeFileSync(outside, 'old');
    const { apply, at } = testWorkspace({ 'a.ts': 'old' });
    symlinkSync(outside, at('link.ts'));
    for (const path of [outside, at('link.ts'), at('../a.ts')])
      await expect(apply([edited(path, 'old')])).rejects.toEqual(code('E_OUTSIDE_WORKSPACE', path));
    expect(readFileSync(outside, 'utf8')).toBe('old');
  });

  test.each(['.git/a', 'node_modules/x/a.js', 'sub/node_modules/a.js', '.GIT/a'])(
    'are refused in %s',
    async (name) => {
      const { apply, at, tree } = testWorkspace({ [name]: 'old', 'a.ts': 'old' });
      const before = tree();
      await expect(apply([edited(at('a.ts'), 'old'), edited(at(name), 'old')])).rejects.toEqual(
        code('E_FILE_PROTECTED'),
      );
      await expect(apply([], [rename(at('a.ts'), at(`${name}2`))])).rejects.toEqual(code('E_FILE_PROTECTED'));
      expect(tree()).toEqual(before);
    },
  );

  test('reach a package of the workspace through its link in node_modules', async () => {
    const { apply, at } = testWorkspace({ 'packages/x/a.ts': 'old', 'node_modules/y/a.js': '' });
    symlinkSync('../packages/x', at('node_modules/x'));
    await apply([edited(at('node_modules/x/a.ts'), 'old')]);
    expect(readFileSync(at('packages/x/a.ts'), 'utf8')).toBe('new');
  });
});

describe('operations', () => {
  test('run after the edits, in order', async () => {
    const { apply, at, tree } = testWorkspace({ 'src/a.ts': 'old', 'src/c.ts': 'c' });
    await apply(
      [edited(at('src/a.ts'), 'old')],
      [
        rename(at('src'), at('lib/deep')),
        rename(at('lib/deep/a.ts'), at('lib/deep/b.ts')),
        { kind: 'create', path: at('src/a.ts'), text: 'created' },
        { kind: 'delete', path: at('lib/deep/c.ts') },
      ],
    );
    expect(tree()).toEqual({
      lib: '755 /',
      'lib/deep': '755 /',
      'lib/deep/b.ts': '644 new',
      src: '755 /',
      'src/a.ts': '644 created',
    });
  });

  test('swap two files', async () => {
    const { apply, at, tree } = testWorkspace({ a: '1', b: '2' });
    await apply([], [rename(at('a'), at('c')), rename(at('b'), at('a')), rename(at('c'), at('b'))]);
    expect(tree()).toEqual({ a: '644 2', b: '644 1' });
  });

  test('change the case of a name', async () => {
    const { apply, at, tree } = testWorkspace({ 'a/x.ts': 'x' });
    await apply([], [rename(at('a/x.ts'), at('a/X.ts')), rename(at('a'), at('A'))]);
    expect(tree()).toEqual({ A: '755 /', 'A/X.ts': '644 x' });
  });

  test('move a link itself, not what it leads to', async () => {
    const { apply, at, tree } = testWorkspace({ 'a.ts': 'a' });
    symlinkSync('a.ts', at('link'));
    await apply([], [rename(at('link'), at('moved'))]);
    expect(tree()).toEqual({ 'a.ts': '644 a', moved: '-> a.ts' });
  });

  test('replace a file only where that is asked for, and never a folder', async () => {
    const { apply, at, tree } = testWorkspace({ a: 'a', b: 'b', 'c/d': 'd', 'e/f': 'f' });
    const before = tree();
    await expect(apply([], [rename(at('a'), at('b'))])).rejects.toEqual(code('E_CONFLICT', at('b')));
    await expect(apply([], [rename(at('a'), at('c'), true)])).rejects.toEqual(code('E_CONFLICT', at('c')));
    await expect(apply([], [rename(at('c'), at('e'), true)])).rejects.toEqual(code('E_CONFLICT', at('e')));
    await expect(apply([], [rename(at('a'), at('a'), true)])).rejects.toEqual(code('E_CONFLICT', at('a')));
    expect(tree()).toEqual(before);
    await apply([], [rename(at('a'), at('b'), true)]);
    expect(tree()).toEqual({ b: '644 a', c: '755 /', 'c/d': '644 d', e: '755 /', 'e/f': '644 f' });
  });

  test.each<[string, string, (at: (name: string) => string) => readonly FileOperation[]]>([
    ['E_FILE_NOT_FOUND', 'no source', (at) => [rename(at('missing'), at('b'))]],
    ['E_FILE_NOT_FOUND', 'nothing to delete', (at) => [{ kind: 'delete', path: at('missing') }]],
    [
      'E_FILE_NOT_FOUND',
      'a source moved before',
      (at) => [rename(at('a'), at('b')), rename(at('a'), at('c'))],
    ],
    ['E_CONFLICT', 'an existing file', (at) => [{ kind: 'create', path: at('a'), text: '' }]],
    ['E_CONFLICT', 'a file as parent', (at) => [rename(at('sub'), at('a/sub'))]],
    [
      'E_CONFLICT',
      'one target twice',
      (at) => [rename(at('a'), at('x'), true), rename(at('sub/c'), at('x'), true)],
    ],
    ['E_INVALID_PARAMS', 'a folder into itself', (at) => [rename(at('sub'), at('sub/new/sub'))]],
    ['E_OUTSIDE_WORKSPACE', 'a target outside', (at) => [rename(at('a'), at('../a'))]],
    ['E_OUTSIDE_WORKSPACE', 'a source outside', (at) => [rename(at('../x'), at('x'))]],
    ['E_OUTSIDE_WORKSPACE', 'the workspace folder', (at) => [rename(at('.'), at('sub/x'))]],
    ['E_OUTSIDE_WORKSPACE', 'deleting the workspace folder', (at) => [{ kind: 'delete', path: at('.') }]],
  ])('%s: %s', async (expected, _, operations) => {
    const { apply, at, tree } = testWorkspace({ a: 'old', 'sub/c': 'c' });
    const before = tree();
    await expect(apply([edited(at('a'), 'old')], operations(at))).rejects.toEqual(code(expected));
    expect(tree()).toEqual(before);
  });
});

describe('several changes', () => {
  test('are applied in the order in which they were asked for', async () => {
    const { apply, at } = testWorkspace({ a: '' });
    const insert = (text: string, basis: string) => ({
      path: at('a'),
      edits: [
        { range: { start: { line: 0, character: 99 }, end: { line: 0, character: 99 } }, newText: text },
      ],
      basis: hashOf(basis),
    });
    const results = await Promise.allSettled([
      apply([insert('1', '')]),
      apply([insert('x', '')]),
      apply([insert('2', '1')]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(readFileSync(at('a'), 'utf8')).toBe('12');
  });

  test('of a repository that were interrupted are undone by a process that opened a folder of it', async () => {
    const outer = testWorkspace({ '.git/HEAD': '', 'sub/a': 'old', b: 'old' });
    await outer.apply([edited(outer.at('b'), 'old')]);
    const made = outer.at('made');
    const [key = ''] = readdirSync(join(outer.stateRoot, 'edits'));
    const journals = join(outer.stateRoot, 'edits', key);
    const journal = await Journal.create(journals, 'interrupted', [{ kind: 'folder', path: made }]);
    await journal.setBegun(0);
    await journal.close();
    mkdirSync(made);
    const inner = testWorkspace({}, outer.at('sub'), outer.stateRoot);
    await inner.apply([edited(inner.at('a'), 'old')]);
    expect(outer.tree()).not.toHaveProperty('made');
    expect(readFileSync(inner.at('a'), 'utf8')).toBe('new');
  });

  test('are not started once they are cancelled', async () => {
    const { workspace, at, tree } = testWorkspace({ a: 'old' });
    const abort = new AbortController();
    const changes = [edited(at('a'), 'old')];
    const cancelled = workspace.apply(change(changes), { ...saving, signal: abort.signal });
    abort.abort();
    await expect(cancelled).rejects.toThrow('aborted');
    expect(tree()).toEqual({ a: '644 old' });
  });
});
