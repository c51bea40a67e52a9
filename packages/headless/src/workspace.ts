import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isInside } from '@molehill/core/files/inside';
import { editorErrors } from '@molehill/editor/errors';
import type { WorkspaceHost } from '@molehill/editor/host';
import { applyChange } from './edits/apply-change.ts';

/** The folders that Molehill was started for. Their programs run unasked. */
export function openWorkspace(folders: readonly string[]): WorkspaceHost {
  const real = folders.map((folder) => realpathSync.native(folder));
  return {
    folders: real,
    isTrusted: (path) => real.some((folder) => isInside(folder, realPathOf(path))),
    readText: async (path) => {
      try {
        return await readFile(path, 'utf8');
      } catch (cause) {
        throw editorErrors.fail('E_FILE_NOT_FOUND', `${path} cannot be read.`, { cause });
      }
    },
    dirtyFiles: () => [],
    apply: applyChange,
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
