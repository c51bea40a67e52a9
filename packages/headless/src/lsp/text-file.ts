import { readFileSync } from 'node:fs';
import { editorErrors } from '@molehill/editor/errors';

const BYTE_ORDER_MARK = '\uFEFF';

/** The text as a language server sees it: without the byte order mark. E_FILE_NOT_FOUND. */
export async function readTextFile(path: string): Promise<string> {
  try {
    // A rename reads each file that it touches; one by one through the thread pool took longer than the rename.
    const text = readFileSync(path, 'utf8');
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch (cause) {
    throw editorErrors.fail('E_FILE_NOT_FOUND', `${path} cannot be read.`, { cause });
  }
}
