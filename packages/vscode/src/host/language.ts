import type { WorkspaceHost } from '@molehill/editor/host';
import type { LanguageHost, LanguageServerState } from '@molehill/editor/language-host';
import * as vscode from 'vscode';
import type { ImportUpdates } from './import-updates.ts';
import { actions } from './language/actions.ts';
import { Diagnostics } from './language/diagnostics.ts';
import { forgetLanguages, languageOf, serving } from './language/extensions.ts';
import { hierarchies } from './language/hierarchies.ts';
import { navigation, serverOf } from './language/navigation.ts';
import { renames } from './language/renames.ts';

export interface VscodeLanguageHost extends LanguageHost, vscode.Disposable {}

/** The language extensions of this window. */
export function vscodeLanguage(workspace: WorkspaceHost, imports: ImportUpdates): VscodeLanguageHost {
  const diagnostics = new Diagnostics();
  const installed = vscode.extensions.onDidChange(forgetLanguages);
  return {
    servers: () => servers(workspace.folders[0] ?? ''),
    languageOf,
    serverOf,
    ...navigation(),
    ...hierarchies(),
    ...renames(workspace),
    ...actions(workspace),
    willRenameFiles: (moves, context) => imports.plan(moves, context),
    diagnostics: diagnostics.read,
    dispose: () => {
      diagnostics.dispose();
      installed.dispose();
    },
  };
}

/** Extensions that serve the languages of the documents that are open. */
function servers(folder: string): LanguageServerState[] {
  const languages = new Set(vscode.workspace.textDocuments.map(({ languageId }) => languageId));
  const byId = new Map<string, LanguageServerState>();
  for (const language of languages)
    for (const { id, isActive, packageJSON } of serving(language).slice(0, 1))
      byId.set(id, {
        name: id,
        languages: [...(byId.get(id)?.languages ?? []), language],
        folder,
        state: isActive ? 'ready' : 'stopped',
        version: String(packageJSON.version),
      });
  return [...byId.values()];
}
