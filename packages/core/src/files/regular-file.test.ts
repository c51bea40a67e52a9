import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { type ReadFileOptions, readRegularFile, readRegularFileSync } from './regular-file.ts';

const readers = {
  readRegularFile,
  readRegularFileSync: async (path: string, options?: ReadFileOptions) => readRegularFileSync(path, options),
};

describe.each(Object.entries(readers))('%s', (_, read) => {
  test('reads files up to the limit', async () => {
    const path = join(tempFolder(), 'file');
    for (const text of ['', 'ä', 'x'.repeat(100), 'y'.repeat(200_000)]) {
      writeFileSync(path, text);
      expect(await read(path)).toBe(text);
      expect(await read(path, { limit: Buffer.byteLength(text) })).toBe(text);
    }
  });

  test('rejects a file over the limit without reading it', async () => {
    const path = join(tempFolder(), 'file');
    writeFileSync(path, 'abc');
    await expect(read(path, { limit: 2 })).rejects.toMatchObject({ code: 'EFBIG' });
    truncateSync(path, 2 ** 40);
    await expect(read(path)).rejects.toThrow(/is larger than 1048576 bytes/);
  });

  test('names a missing file as the system does', async () => {
    await expect(read(join(tempFolder(), 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('rejects a folder', async () => {
    const path = join(tempFolder(), 'folder');
    mkdirSync(path);
    await expect(read(path)).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test.skipIf(process.platform === 'win32')('rejects devices and pipes, also behind links', async () => {
    const folder = tempFolder();
    symlinkSync('/dev/zero', join(folder, 'zero'));
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    for (const path of ['/dev/zero', '/dev/urandom', '/dev/null', join(folder, 'zero'), join(folder, 'pipe')])
      await expect(read(path)).rejects.toThrow('is not a regular file');
  });

  test.skipIf(process.platform !== 'linux')('limits a file whose size is not known', async () => {
    expect(await read('/proc/self/status')).toContain('Name:');
    await expect(read('/proc/self/status', { limit: 10 })).rejects.toMatchObject({ code: 'EFBIG' });
  });

  test('follows a link unless told not to', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), 'text');
    symlinkSync('file', join(folder, 'link'));
    expect(await read(join(folder, 'link'))).toBe('text');
    await expect(read(join(folder, 'link'), { noFollow: true })).rejects.toMatchObject({ code: 'ELOOP' });
    expect(await read(join(folder, 'file'), { noFollow: true })).toBe('text');
  });
});
