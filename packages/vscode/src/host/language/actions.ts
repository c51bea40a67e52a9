import { coreErrors } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type { WorkspaceHost } from '@molehill/editor/host';
import type {
  FileRange,
  HostCodeAction,
  LanguageContext,
  LanguageHost,
} from '@molehill/editor/language-host';
import * as vscode from 'vscode';
import type { TextEdit } from 'vscode-languageserver-types';
import { lspRange, rangeOf } from './convert.ts';
import { plannedChange } from './planned-change.ts';
import { ask, prepare } from './ready.ts';
import { loadProject } from './typescript.ts';

type Actions = Pick<LanguageHost, 'codeActions' | 'resolveAction' | 'format'>;

const MOST_RESOLVED = 1_000;

/** How an action is found again: VS Code makes its edit only while it lists it. */
class ListedAction {
  readonly place: FileRange;
  readonly kind: string | undefined;
  constructor(place: FileRange, kind: string | undefined) {
    this.place = place;
    this.kind = kind;
  }
}

export function actions(workspace: WorkspaceHost): Actions {
  return {
    codeActions: async (place, kinds, context) => {
      const lists = await Promise.all(
        (kinds ?? [undefined]).map(async (kind) =>
          (await list(place, kind, 0, context)).map((action) =>
            hostAction(action, new ListedAction(place, kind)),
          ),
        ),
      );
      const all = lists.flat();
      return [...new Map(all.map((action) => [`${action.kind}\0${action.title}`, action])).values()];
    },
    resolveAction: async (action, context) => {
      const { edit, command } = await resolved(action, context);
      if (edit) return { changes: [await plannedChange(edit, workspace.folders)], commands: [] };
      throw commandOnly(action.title, command?.command);
    },
    format: async (path, range, context) => {
      const document = await prepare(path, context);
      const options = formattingOf(document);
      const found = range
        ? await ask<Edits>(
            context,
            'vscode.executeFormatRangeProvider',
            document.uri,
            rangeOf(range),
            options,
          )
        : await ask<Edits>(context, 'vscode.executeFormatDocumentProvider', document.uri, options);
      return (found ?? []).map(({ range: at, newText }): TextEdit => ({ range: lspRange(at), newText }));
    },
  };
}

type Edits = readonly vscode.TextEdit[];
type Found = vscode.CodeAction | vscode.Command;

async function list(
  { path, range }: FileRange,
  kind: string | undefined,
  resolve: number,
  context: LanguageContext,
): Promise<readonly Found[]> {
  const { uri } = await prepare(path, context);
  await loadProject(uri);
  const command = 'vscode.executeCodeActionProvider';
  return (await ask<readonly Found[]>(context, command, uri, rangeOf(range), kind, resolve)) ?? [];
}

function hostAction(action: Found, native: ListedAction): HostCodeAction {
  if (typeof action.command === 'string') return { title: action.title, isPreferred: false, native };
  const { title, kind, isPreferred = false, disabled, edit } = action as vscode.CodeAction;
  return {
    title,
    isPreferred,
    native,
    ...(kind && { kind: kind.value }),
    ...(disabled && { disabled: disabled.reason }),
    ...(edit && { edits: edit.entries().reduce((sum, [, edits]) => sum + edits.length, 0) }),
  };
}

async function resolved(
  { native, title, kind }: HostCodeAction,
  context: LanguageContext,
): Promise<vscode.CodeAction> {
  if (!(native instanceof ListedAction))
    throw editorErrors.fail('E_LANGUAGE_SERVER', `“${title}” is not an action of this window.`);
  const found = (await list(native.place, native.kind, MOST_RESOLVED, context)).find(
    (action) => action.title === title && (action as vscode.CodeAction).kind?.value === kind,
  );
  if (found && typeof found.command !== 'string') return found as vscode.CodeAction;
  if (found) throw commandOnly(title, String(found.command));
  throw coreErrors.fail('E_STALE_REFERENCE', `“${title}” is no longer offered there.`, {
    hint: 'Call {tool:action_list} again.',
  });
}

/** Its extension would change files by itself, without a plan that can be checked or undone. */
function commandOnly(title: string, command = 'a command') {
  return editorErrors.fail(
    'E_UNSUPPORTED_CAPABILITY',
    `“${title}” has no edits; its extension runs ${command}.`,
    {
      hint: 'Ask the person to run it in VS Code, or edit the text.',
    },
  );
}

function formattingOf({ uri, languageId }: vscode.TextDocument): vscode.FormattingOptions {
  const editor = vscode.workspace.getConfiguration('editor', { uri, languageId });
  const tabSize = editor.get('tabSize');
  return {
    tabSize: typeof tabSize === 'number' ? tabSize : 4,
    insertSpaces: editor.get('insertSpaces') !== false,
  };
}
