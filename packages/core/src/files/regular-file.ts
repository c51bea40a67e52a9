import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

export interface ReadFileOptions {
  /** In bytes. */
  readonly limit?: number;
  /** Rejects a path whose last part is a symbolic link. */
  readonly noFollow?: boolean;
  /** Default: UTF-8. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** Files that people write: settings, keys, certificates. */
const LIMIT = 1024 * 1024;

/** The text of a file whose path comes from outside. Rejects devices, pipes, folders and files over the limit. */
export async function readRegularFile(path: string, options: ReadFileOptions = {}): Promise<string> {
  const { limit = LIMIT } = options;
  const file = await open(path, flagsFor(options));
  try {
    const buffer = bufferFor(path, await file.stat(), limit);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return textOf(path, buffer, length, options);
  } finally {
    await file.close();
  }
}

export function readRegularFileSync(path: string, options: ReadFileOptions = {}): string {
  const { limit = LIMIT } = options;
  const file = openSync(path, flagsFor(options));
  try {
    const buffer = bufferFor(path, fstatSync(file), limit);
    let length = 0;
    while (length < buffer.length) {
      const count = readSync(file, buffer, length, buffer.length - length, null);
      if (count === 0) break;
      length += count;
    }
    return textOf(path, buffer, length, options);
  } finally {
    closeSync(file);
  }
}

/** Without blocking: opening a pipe would otherwise wait for its writer. Windows has none of these flags. */
function flagsFor({ noFollow = false }: ReadFileOptions): number {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants;
  return O_RDONLY | O_NONBLOCK | O_NOCTTY | (noFollow ? O_NOFOLLOW : 0);
}

/** Files of /proc have content and the size 0. */
const UNKNOWN_SIZE = 64 * 1024;
/** A file may grow while it is read. */
const GROWTH = 4 * 1024;

/** One byte more than is accepted, which shows that there is more. */
function bufferFor(path: string, stat: Stats, limit: number): Buffer {
  if (!stat.isFile())
    throw new FileRejected(path, stat.isDirectory() ? 'EISDIR' : 'EINVAL', 'is not a regular file');
  if (stat.size > limit) throw tooLarge(path, limit);
  const expected = stat.size === 0 ? UNKNOWN_SIZE : stat.size + GROWTH;
  return Buffer.allocUnsafe(Math.min(expected, limit) + 1);
}

function textOf(path: string, buffer: Buffer, length: number, { encoding }: ReadFileOptions): string {
  if (length === buffer.length) throw tooLarge(path, length - 1);
  return buffer.toString(encoding ?? 'utf8', 0, length);
}

function tooLarge(path: string, limit: number): FileRejected {
  return new FileRejected(path, 'EFBIG', `is larger than ${limit} bytes`);
}

/** With the code of a system error, so that callers treat it like one. */
class FileRejected extends Error {
  readonly code: 'EISDIR' | 'EINVAL' | 'EFBIG';

  constructor(path: string, code: FileRejected['code'], reason: string) {
    super(`${path} ${reason}`);
    this.code = code;
  }
}
