import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { exportTarget, writeExport } from './target.ts';

const code = (name: string) => expect.objectContaining({ code: name });

describe('the path of an export', () => {
  test('may be anywhere inside the workspace', () => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'out'));
    expect(exportTarget(workspace, 'out/a.csv', false).shown).toBe(join('out', 'a.csv'));
    expect(exportTarget(workspace, './a.csv', false).shown).toBe('a.csv');
    expect(exportTarget(workspace, join(workspace, 'a.csv'), false).shown).toBe('a.csv');
    expect(exportTarget(workspace, '..a.csv', false).shown).toBe('..a.csv');
  });

  test.each(['../a.csv', 'out/../../a.csv', '/tmp/a.csv', '..', '.', '/'])('rejects %s', (path) => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'out'));
    expect(() => exportTarget(workspace, path, true)).toThrow(code('E_OUTSIDE_WORKSPACE'));
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
    expect(exportTarget(workspace, 'a.csv', true).overwrite).toBe(true);
  });

  test('rejects a missing folder and an invalid name', () => {
    const workspace = tempFolder();
    expect(() => exportTarget(workspace, 'missing/a.csv', false)).toThrow(code('E_INVALID_PARAMS'));
    expect(() => exportTarget(workspace, 'a\0.csv', false)).toThrow(code('E_OUTSIDE_WORKSPACE'));
  });
});

describe('writing an export', () => {
  test('leaves the complete file and nothing else', async () => {
    const workspace = tempFolder();
    const target = exportTarget(workspace, 'a.csv', false);
    const bytes = await writeExport(target, async (file) => {
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
    const failing = writeExport(exportTarget(workspace, 'a.csv', true), async (file) => {
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
    await writeExport(exportTarget(workspace, 'a.csv', true), (file) => file.write('new'));
    expect(readFileSync(outside, 'utf8')).toBe('keep');
    expect(readFileSync(join(workspace, 'a.csv'), 'utf8')).toBe('new');
  });

  test('does not replace a file that was created meanwhile', async () => {
    const workspace = tempFolder();
    const target = exportTarget(workspace, 'a.csv', false);
    const late = writeExport(target, async (file) => {
      await file.write('new');
      writeFileSync(target.path, 'other');
    });
    await expect(late).rejects.toEqual(code('E_FILE_EXISTS'));
    expect(readFileSync(target.path, 'utf8')).toBe('other');
    expect(readdirSync(workspace)).toEqual(['a.csv']);
  });
});
