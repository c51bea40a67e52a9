import { realpathSync } from 'node:fs';
import { messageOf } from '@molehill/core/errors';
import { isInside } from '@molehill/core/files/inside';
import type { WorkspaceHost } from '@molehill/editor/host';
import { WorkspaceEdits, type WorkspaceEditsOptions } from './edits/workspace-edits.ts';
import { readTextFile } from './text-file.ts';

export interface HeadlessWorkspace extends WorkspaceHost {
  /** Resolves when no change is under way. */
  close(): Promise<void>;
}

/** The folders that Molehill was started for. Their programs run unasked. Undoes changes that were interrupted. */
export function openWorkspace(options: WorkspaceEditsOptions): HeadlessWorkspace {
  const { log } = options;
  const folders = options.folders.map((folder) => realpathSync.native(folder));
  const edits = new WorkspaceEdits({ ...options, folders });
  const recovered = edits
    .recover()
    .catch((error: unknown) => log.error({ cause: messageOf(error) }, 'not restored'));
  return {
    folders,
    isTrusted: (path) => folders.some((folder) => isInside(folder, realPathOf(path))),
    readText: async (path) => {
      await recovered;
      return readTextFile(path);
    },
    dirtyFiles: () => [],
    apply: (change, applyOptions) => edits.apply(change, applyOptions),
    close: () => edits.idle(),
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
