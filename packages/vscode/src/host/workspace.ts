import { isInside } from '@molehill/core/files/inside';
import { editorErrors } from '@molehill/editor/errors';
import type { WorkspaceHost } from '@molehill/editor/host';
import * as vscode from 'vscode';
import { applyChange } from './apply-change.ts';
import { pathOf, realPathOf, uriOf } from './paths.ts';

export function vscodeWorkspace(): WorkspaceHost {
  return {
    get folders() {
      const paths = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
      return paths.flatMap((path) => (path === undefined ? [] : [realPathOf(path)]));
    },
    isTrusted(path) {
      return vscode.workspace.isTrusted && this.folders.some((folder) => isInside(folder, realPathOf(path)));
    },
    readText: async (path) => (await openDocument(path)).getText(),
    dirtyFiles: () =>
      vscode.workspace.textDocuments.flatMap(({ isDirty, uri }) => (isDirty ? (pathOf(uri) ?? []) : [])),
    apply: applyChange,
  };
}

export async function openDocument(path: string): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uriOf(path));
  } catch (cause) {
    throw editorErrors.fail('E_FILE_NOT_FOUND', `${path} cannot be read.`, { cause });
  }
}
