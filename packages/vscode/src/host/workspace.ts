import { isInside } from '@molehill/core/files/inside';
import type { WorkspaceHost } from '@molehill/editor/host';
import * as vscode from 'vscode';
import { WorkspaceChanges } from './apply-change.ts';
import { openDocument } from './documents.ts';
import type { ImportUpdates } from './import-updates.ts';
import { pathOf, realPathOf } from './paths.ts';

export function vscodeWorkspace(imports: ImportUpdates): WorkspaceHost {
  const changes = new WorkspaceChanges(openFolders, imports);
  return {
    get folders() {
      return openFolders();
    },
    isTrusted: (path) =>
      vscode.workspace.isTrusted && openFolders().some((folder) => isInside(folder, realPathOf(path))),
    readText: async (path) => (await openDocument(path)).getText(),
    dirtyFiles: () =>
      vscode.workspace.textDocuments.flatMap(({ isDirty, uri }) => (isDirty ? (pathOf(uri) ?? []) : [])),
    apply: (change, options) => changes.apply(change, options),
  };
}

function openFolders(): readonly string[] {
  const paths = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
  return paths.flatMap((path) => (path === undefined ? [] : [realPathOf(path)]));
}
