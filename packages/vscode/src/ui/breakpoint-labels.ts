import * as vscode from 'vscode';
import type { Guard } from '../guard.ts';
import type { VscodeBreakpoints } from '../host/breakpoints.ts';

/** Marks the lines of breakpoints that agents set. The API has no label for a breakpoint itself. */
export function labelBreakpoints(breakpoints: VscodeBreakpoints, guard: Guard): vscode.Disposable[] {
  const label = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after: {
      contentText: 'Molehill',
      margin: '0 0 0 3em',
      color: new vscode.ThemeColor('editorCodeLens.foreground'),
      fontStyle: 'italic',
    },
    overviewRulerColor: new vscode.ThemeColor('debugIcon.breakpointForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  const show = guard.wrap('the labels of breakpoints', () => {
    const lines = vscode.debug.breakpoints.filter(
      (each): each is vscode.SourceBreakpoint =>
        each instanceof vscode.SourceBreakpoint && breakpoints.isAgents(each.id),
    );
    for (const editor of vscode.window.visibleTextEditors)
      editor.setDecorations(label, optionsFor(editor, lines));
  });
  return [
    label,
    vscode.debug.onDidChangeBreakpoints(show),
    vscode.window.onDidChangeVisibleTextEditors(show),
  ];
}

function optionsFor(
  { document }: vscode.TextEditor,
  breakpoints: readonly vscode.SourceBreakpoint[],
): vscode.DecorationOptions[] {
  const hoverMessage = 'A breakpoint that an agent set through Molehill.';
  return breakpoints
    .filter(({ location }) => location.uri.fsPath === document.uri.fsPath)
    .map(({ location }) => ({ range: location.range, hoverMessage }));
}
