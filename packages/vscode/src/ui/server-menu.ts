import * as vscode from 'vscode';
import { clientConfigurations } from '../frontends/client-configurations.ts';
import type { Actions } from './commands.ts';

interface Item extends vscode.QuickPickItem {
  run(): unknown;
}

/** What the entry of the status bar opens. */
export async function showServerMenu(actions: Actions, url: string | undefined): Promise<void> {
  const items = url === undefined ? stoppedItems(actions) : runningItems(actions);
  const title = url === undefined ? 'Molehill: the HTTP server is stopped' : `Molehill: ${url}`;
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: 'Choose an action' });
  await chosen?.run();
}

export async function chooseClient(): Promise<string | undefined> {
  const items = clientConfigurations.map(({ client, file }) => ({ label: client, description: file }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: 'Choose the client' });
  return chosen?.label;
}

function runningItems(actions: Actions): readonly Item[] {
  return [
    { label: '$(link) Copy server URL', run: () => actions.copyServerUrl() },
    ...clientConfigurations.map(({ client, file }) => ({
      label: `$(copy) Copy configuration for ${client}`,
      description: file,
      run: () => actions.copyConfiguration(client),
    })),
    { label: '$(debug-stop) Stop server', run: () => actions.stopServer() },
    logItem(actions),
  ];
}

function stoppedItems(actions: Actions): readonly Item[] {
  return [{ label: '$(play) Start server', run: () => actions.startServer() }, logItem(actions)];
}

function logItem(actions: Actions): Item {
  return { label: '$(output) View logs', run: () => actions.viewLogs() };
}
