import { accessSync, constants, statSync } from 'node:fs';
import { sqlErrors } from '../../errors.ts';

/** Which file a path leads to; nothing when there is none. */
export function fileIdentity(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}

/** The identity of a file that can be a database: SQLite would create a missing one, and nobody wants that of a typo. */
export function requireFile(file: string): string {
  const stat = look(file);
  if (!stat) throw missing(`There is no file ${file}.`);
  if (!stat.isFile()) throw missing(`${file} is not a file.`);
  return `${stat.dev}:${stat.ino}`;
}

/** Whether this user could write to the database if nobody stopped him. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function look(file: string) {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (cause) {
    throw sqlErrors.fail('E_CONNECT_FAILED', `The file ${file} cannot be reached.`, {
      hint: 'Make the file and the folders above it readable for this user.',
      retryable: false,
      cause,
    });
  }
}

function missing(message: string) {
  return sqlErrors.fail('E_CONNECT_FAILED', message, {
    hint: 'Correct the path with update_connection. A database is never created by connecting to it.',
    retryable: false,
  });
}
