import * as vscode from 'vscode';
import type { HttpFrontend } from '../frontends/http.ts';
import type { Guard } from '../guard.ts';

/** The address of the HTTP server, while it runs. */
export function serverStatus(http: HttpFrontend, guard: Guard): vscode.Disposable[] {
  const item = vscode.window.createStatusBarItem('molehill.server', vscode.StatusBarAlignment.Right, 100);
  item.name = 'Molehill server';
  item.command = 'molehill.showServerMenu';
  const show = guard.wrap('the status bar', () => {
    const { address } = http;
    if (!address) return item.hide();
    item.text = `$(server) MCP: localhost:${address.port}`;
    item.tooltip = `Molehill serves this window's tools on ${address.url}. Click for actions.`;
    item.show();
  });
  show();
  return [item, http.onDidChange(show)];
}
