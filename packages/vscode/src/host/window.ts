import type { WindowContext, WindowHost } from '@molehill/editor/host';
import * as vscode from 'vscode';
import { openDocument } from './documents.ts';
import { pathOf } from './paths.ts';

const MOST_SELECTED = 4_000;

export function vscodeWindow(): WindowHost {
  return {
    context: async () => ({ ...activeEditor(), tabs: openTabs() }),
    reveal: async ({ path, line, column, focus }) => {
      const document = await openDocument(path);
      const at = new vscode.Position(line - 1, column - 1);
      await vscode.window.showTextDocument(document, {
        preserveFocus: !focus,
        selection: new vscode.Range(at, at),
      });
    },
  };
}

function activeEditor(): Partial<WindowContext> {
  const editor = vscode.window.activeTextEditor;
  const path = editor && pathOf(editor.document.uri);
  if (!editor || path === undefined) return {};
  const { selection, document } = editor;
  const [visible] = editor.visibleRanges;
  return {
    activeFile: path,
    language: document.languageId,
    selection: {
      line: selection.start.line + 1,
      column: selection.start.character + 1,
      endLine: selection.end.line + 1,
      endColumn: selection.end.character + 1,
      text: document.getText(selection).slice(0, MOST_SELECTED),
    },
    ...(visible ? { visible: { from: visible.start.line + 1, to: visible.end.line + 1 } } : {}),
  };
}

function openTabs(): WindowContext['tabs'] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input, isActive, isDirty }) => {
      const path = input instanceof vscode.TabInputText ? pathOf(input.uri) : undefined;
      return path === undefined ? [] : [{ path, isActive, isDirty }];
    }),
  );
}
