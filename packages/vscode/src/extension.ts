import * as vscode from 'vscode';
import { MolehillWindow } from './molehill-window.ts';

let opened: MolehillWindow | undefined;

/** Only registers: what takes time is started and not waited for. */
export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Molehill', { log: true });
  context.subscriptions.push(output);
  const storage = context.globalStorageUri.fsPath;
  const window = new MolehillWindow({ output, extension: context.extension, storage });
  opened = window;
  context.subscriptions.push(...window.register());
  void window.start().catch((error: unknown) => output.error(String(error)));
}

export async function deactivate(): Promise<void> {
  await opened?.close();
  opened = undefined;
}
