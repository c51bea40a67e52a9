import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { outputFile, writeOutput } from './output-file.ts';

const exportTarget = (workspace: string, given: string, overwrite: boolean) =>
  outputFile(given, { workspace, overwrite, extensions: ['csv', 'txt'] });
const code = (name: string) => expect.objectContaining({ code: name });

describe('the path of an output file', () => {
  test('may be anywhere inside the workspace', () => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'out'));
    expect(exportTarget(workspace, 'out/a.csv', false).shown).toBe(join('out', 'a.csv'));
    expect(exportTarget(workspace, './a.csv', false).shown).toBe('a.csv');
    expect(exportTarget(workspace, join(workspace, 'a.csv'), false).shown).toBe('a.csv');
    expect(exportTarget(workspace, 'out/A.CSV', false).shown).toBe(join('out', 'A.CSV'));
  });

  test.each(['../a.csv', 'out/../../a.csv', '/tmp/a.csv', '..', '.', '/'])('rejects %s', (path) => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'out'));
    expect(() => exportTarget(workspace, path, true)).toThrow(code('E_OUTSIDE_WORKSPACE'));
  });

  test.each([
    ...['.git/config', '.git/a.csv', '.GIT/a.csv', '.vscode/a.csv', '.ssh/a.csv', 'sub/.hidden/a.csv'],
    ...['.envrc', '.npmrc', '.csv', '.a.csv', 'node_modules/a.csv', 'sub/node_modules/x/a.csv'],
    ...['package.json', 'Makefile', 'run.sh', 'config', 'a.csv.sh', 'conftest.py', 'a.js', 'a'],
    ...['requirements.txt', 'dev-requirements.txt', 'CMakeLists.txt', 'sub/Constraints-dev.txt'],
    ...['requirements/base.txt', 'sub/Requirements/linux/dev.txt'],
    ...['a.sh.', 'node_modules ./a.csv'],
  ])('rejects %s, which tools may execute or obey', (path) => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, dirname(path)), { recursive: true });
    for (const exists of [false, true]) {
      if (exists) writeFileSync(join(workspace, path), 'kept');
      expect(() => exportTarget(workspace, path, true)).toThrow(code('E_FILE_PROTECTED'));
    }
  });

  test('rejects a link in the workspace that leads to a hidden folder', () => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, '.git'));
    symlinkSync('.git', join(workspace, 'out'));
    expect(() => exportTarget(workspace, 'out/a.csv', true)).toThrow(code('E_FILE_PROTECTED'));
  });

  test('rejects a symbolic link that leads outside', () => {
    const workspace = tempFolder();
    const outside = tempFolder();
    symlinkSync(outside, join(workspace, 'link'));
    expect(() => exportTarget(workspace, 'link/a.csv', true)).toThrow(code('E_OUTSIDE_WORKSPACE'));
  });

  test('accepts a workspace behind a symbolic link', () => {
    const real = tempFolder();
    const link = join(tempFolder(), 'workspace');
    symlinkSync(real, link);
    expect(exportTarget(link, 'a.csv', false).shown).toBe('a.csv');
    expect(exportTarget(link, join(link, 'a.csv'), false).shown).toBe('a.csv');
  });

  test('rejects an existing file, folder or link unless a file may be overwritten', () => {
    const workspace = tempFolder();
    writeFileSync(join(workspace, 'a.csv'), 'old');
    mkdirSync(join(workspace, 'b.csv'));
    symlinkSync('/nowhere', join(workspace, 'c.csv'));
    expect(() => exportTarget(workspace, 'a.csv', false)).toThrow(code('E_FILE_EXISTS'));
    expect(() => exportTarget(workspace, 'c.csv', false)).toThrow(code('E_FILE_EXISTS'));
    expect(() => exportTarget(workspace, 'b.csv', true)).toThrow(code('E_INVALID_PARAMS'));
    expect(exportTarget(workspace, 'a.csv', true).exists).toBe(true);
  });

  test('rejects a missing folder and an invalid name', () => {
    const workspace = tempFolder();
    expect(() => exportTarget(workspace, 'missing/a.csv', false)).toThrow(code('E_INVALID_PARAMS'));
    expect(() => exportTarget(workspace, 'a\0.csv', false)).toThrow(code('E_INVALID_PARAMS'));
    expect(() => exportTarget(workspace, '\u200d.git.csv', false)).toThrow(code('E_INVALID_PARAMS'));
  });
});

describe('writing an output file', () => {
  test('leaves the complete file and nothing else', async () => {
    const workspace = tempFolder();
    const target = exportTarget(workspace, 'a.csv', false);
    const bytes = await writeOutput(target, async (file) => {
      await file.write('ä\n');
      expect(existsSync(target.path)).toBe(false);
      await file.write('b\n');
      return file.bytes;
    });
    expect(bytes).toBe(5);
    expect(readFileSync(target.path, 'utf8')).toBe('ä\nb\n');
    expect(readdirSync(workspace)).toEqual(['a.csv']);
  });

  test('leaves no file on failure and keeps an existing one', async () => {
    const workspace = tempFolder();
    writeFileSync(join(workspace, 'a.csv'), 'old');
    const failing = writeOutput(exportTarget(workspace, 'a.csv', true), async (file) => {
      await file.write('new');
      throw new Error('lost');
    });
    await expect(failing).rejects.toThrow('lost');
    expect(readdirSync(workspace)).toEqual(['a.csv']);
    expect(readFileSync(join(workspace, 'a.csv'), 'utf8')).toBe('old');
  });

  test('replaces a link, not its target', async () => {
    const workspace = tempFolder();
    const outside = join(tempFolder(), 'secret');
    writeFileSync(outside, 'keep');
    symlinkSync(outside, join(workspace, 'a.csv'));
    await writeOutput(exportTarget(workspace, 'a.csv', true), (file) => file.write('new'));
    expect(readFileSync(outside, 'utf8')).toBe('keep');
    expect(readFileSync(join(workspace, 'a.csv'), 'utf8')).toBe('new');
  });

  test('writes nothing through a folder that became a link after it was checked', async () => {
    const workspace = tempFolder();
    const outside = tempFolder();
    mkdirSync(join(workspace, 'out'));
    const target = exportTarget(workspace, 'out/a.csv', false);
    rmdirSync(join(workspace, 'out'));
    symlinkSync(outside, join(workspace, 'out'));
    await expect(writeOutput(target, (file) => file.write('new'))).rejects.toEqual(
      code('E_OUTSIDE_WORKSPACE'),
    );
    expect(readdirSync(outside)).toEqual([]);
  });

  test.each([false, true])(
    'does not replace a file that was created meanwhile (overwrite %s)',
    async (overwrite) => {
      const workspace = tempFolder();
      const target = exportTarget(workspace, 'a.csv', overwrite);
      const late = writeOutput(target, async (file) => {
        await file.write('new');
        writeFileSync(target.path, 'other');
      });
      await expect(late).rejects.toEqual(code('E_FILE_EXISTS'));
      expect(readFileSync(target.path, 'utf8')).toBe('other');
      expect(readdirSync(workspace)).toEqual(['a.csv']);
    },
  );
});
