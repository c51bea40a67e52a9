import { isMolehillError, messageOf } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type { WorkspaceHost } from '@molehill/editor/host';
import type { FilePosition, LanguageContext, LanguageHost } from '@molehill/editor/language-host';
import * as vscode from 'vscode';
import { lspRange, positionOf } from './convert.ts';
import { plannedChange } from './planned-change.ts';
import { ask, askProject, prepare } from './ready.ts';

interface Prepared {
  readonly range: vscode.Range;
  readonly placeholder?: string;
}

export function renames(workspace: WorkspaceHost): Pick<LanguageHost, 'prepareRename' | 'rename'> {
  return {
    prepareRename: async (at, context) => {
      const document = await prepare(at.path, context);
      return await prepared(document, at, context);
    },
    rename: async (at, newName, context) => {
      const document = await prepare(at.path, context);
      const { name } = await prepared(document, at, context);
      const question = () =>
        rejecting(
          ask<vscode.WorkspaceEdit>(
            context,
            'vscode.executeDocumentRenameProvider',
            document.uri,
            positionOf(at.position),
            newName,
          ),
        );
      const edit = await askProject(document, [name], context, question);
      return await plannedChange(edit ?? new vscode.WorkspaceEdit(), workspace.folders);
    },
  };
}

async function prepared(document: vscode.TextDocument, { position }: FilePosition, context: LanguageContext) {
  const at = positionOf(position);
  const found = await rejecting(ask<Prepared>(context, 'vscode.prepareRename', document.uri, at));
  if (!found) throw editorErrors.fail('E_RENAME_REJECTED', 'The extension renames nothing at this place.');
  return { range: lspRange(found.range), name: document.getText(found.range) };
}

/** What a provider answers with an error is a refusal. */
async function rejecting<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!isMolehillError(error) || error.code !== 'E_LANGUAGE_SERVER') throw error;
    throw editorErrors.fail('E_RENAME_REJECTED', messageOf(error.cause ?? error), { cause: error });
  }
}
