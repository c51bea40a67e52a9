import { realpathSync } from 'node:fs';
import * as vscode from 'vscode';

/** The extension runs where the files are, so their paths are paths of this machine also in a remote window. */
export function pathOf(uri: vscode.Uri): string | undefined {
  return uri.scheme === 'file' || uri.scheme === 'vscode-remote' ? uri.fsPath : undefined;
}

export function uriOf(path: string): vscode.Uri {
  return vscode.Uri.file(path);
}

export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
