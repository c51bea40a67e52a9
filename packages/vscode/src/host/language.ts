import { editorErrors } from '@molehill/editor/errors';
import type { WorkspaceHost } from '@molehill/editor/host';
import type { LanguageHost } from '@molehill/editor/language-host';

export function vscodeLanguage(_workspace: WorkspaceHost): LanguageHost {
  const none = async () => {
    throw editorErrors.fail('E_NO_LANGUAGE_SERVER', 'Language servers are not connected yet.');
  };
  return {
    servers: () => [],
    languageOf: () => undefined,
    documentSymbols: none,
    workspaceSymbols: none,
    hover: none,
    signatures: none,
    locations: none,
    references: none,
    callHierarchy: none,
    calls: none,
    typeHierarchy: none,
    types: none,
    prepareRename: none,
    rename: none,
    willRenameFiles: none,
    codeActions: none,
    resolveAction: none,
    format: none,
    diagnostics: none,
  };
}
