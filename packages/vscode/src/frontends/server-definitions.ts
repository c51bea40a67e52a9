import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';
import type { Guard } from '../guard.ts';
import { pathOf } from '../host/paths.ts';
import type { HttpFrontend } from './http.ts';

export interface ServerDefinitionOptions {
  readonly http: HttpFrontend;
  readonly guard: Guard;
  readonly version: string;
}

/** Offers the servers to VS Code's own agent without configuration. An editor without that API has none. */
export function registerServerDefinitions({
  http,
  guard,
  version,
}: ServerDefinitionOptions): vscode.Disposable[] {
  if (typeof vscode.lm?.registerMcpServerDefinitionProvider !== 'function') return [];
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: guard.wrap('the list of MCP servers', () => definitions(http, version)),
  };
  return [
    changed,
    http.onDidChange(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('molehill.path')) changed.fire();
    }),
    vscode.lm.registerMcpServerDefinitionProvider('molehill', provider),
  ];
}

/** The gateway, which reaches this window and the upstream servers too; without it, the server of this window. */
function definitions({ address }: HttpFrontend, version: string): vscode.McpServerDefinition[] {
  const program = molehillProgram();
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const path = folder && pathOf(folder.uri);
  if (program !== undefined && path !== undefined)
    return [
      new vscode.McpStdioServerDefinition('Molehill', program, ['mcp', '--workspace', path], {}, version),
    ];
  if (!address) return [];
  const headers = { Authorization: `Bearer ${address.token}` };
  return [
    new vscode.McpHttpServerDefinition(
      'Molehill (this window)',
      vscode.Uri.parse(address.url),
      headers,
      version,
    ),
  ];
}

function molehillProgram(): string | undefined {
  const configured = vscode.workspace.getConfiguration('molehill').get<string>('path');
  if (configured) return configured;
  const names = process.platform === 'win32' ? ['molehill.cmd', 'molehill.exe'] : ['molehill'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
