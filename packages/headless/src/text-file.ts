import { readFileSync } from 'node:fs';
import { errorCode } from '@molehill/core/state/files';
import { editorErrors } from '@molehill/editor/errors';
import { textForReading } from './edits/encoding.ts';

/** The text of a file in UTF-8 or UTF-16, without the byte order mark. E_FILE_NOT_FOUND. */
export async function readTextFile(path: string): Promise<string> {
  try {
    // A rename reads each file that it touches; one by one through the thread pool took longer than the rename.
    return textForReading(path, readFileSync(path));
  } catch (cause) {
    const isFolder = errorCode(cause) === 'EISDIR';
    const message = isFolder ? `${path} is a folder, not a file.` : `${path} cannot be read.`;
    throw editorErrors.fail('E_FILE_NOT_FOUND', message, { cause });
  }
}
