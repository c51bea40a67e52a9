import { accessSync, constants, statSync } from 'node:fs';
import { sqlErrors } from '../../errors.ts';

/** Identifies the file at a path; undefined when there is none. */
export function fileIdentity(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}

/** The identity of a file that can be a database. SQLite would create a missing one, which is wrong for a misspelled path. */
export function requireFile(file: string): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) throw unusable(`There is no file ${file}.`);
    if (!stat.isFile()) throw unusable(`${file} is not a file.`);
    return fileIdentity(file);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    const hint = 'Make the file and the folders above it readable for this user.';
    throw unusable(`The file ${file} cannot be reached.`, { hint, cause });
  }
}

/** Whether the permissions of the file allow this user to write. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function unusable(message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
  const hint = 'Correct the path with {tool:update_connection}. Connecting never creates a database.';
  return sqlErrors.fail('E_CONNECT_FAILED', message, { hint, retryable: false, ...options });
}
