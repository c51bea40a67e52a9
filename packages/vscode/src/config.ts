import * as vscode from 'vscode';

export interface WindowConfig {
  readonly enableHttpServer: boolean;
  /** `null`: no server. Not checked yet. */
  readonly httpPort: unknown;
  readonly enableMcpServer: boolean;
}

/** The names of settings in earlier extensions, which still count where the new name is not set. */
const EARLIER: Readonly<Record<keyof WindowConfig, string>> = {
  enableHttpServer: 'vscode-mcp-proxy.enableHttpServer',
  httpPort: 'vscode-mcp-proxy.httpPort',
  enableMcpServer: 'Devdb.enableMcpServer',
};

/** Whether a change of the settings concerns this extension. */
export function concernsUs(event: vscode.ConfigurationChangeEvent): boolean {
  return ['molehill', ...Object.values(EARLIER)].some((key) => event.affectsConfiguration(key));
}

/** Folder settings win over those of the workspace, which win over the user's. */
export function readConfig(): WindowConfig {
  return {
    enableHttpServer: read('enableHttpServer') === true,
    httpPort: read('httpPort'),
    enableMcpServer: read('enableMcpServer') !== false,
  };
}

function read(name: keyof WindowConfig): unknown {
  const resource = vscode.workspace.workspaceFolders?.[0]?.uri;
  const own = vscode.workspace.getConfiguration('molehill', resource);
  const earlier = vscode.workspace.getConfiguration(undefined, resource);
  return chosen(own.inspect(name)) ?? chosen(earlier.inspect(EARLIER[name])) ?? own.get(name);
}

type Inspected = ReturnType<vscode.WorkspaceConfiguration['inspect']>;

/** What somebody set, the strongest first; undefined where only the default counts. */
function chosen(inspected: Inspected): unknown {
  return inspected?.workspaceFolderValue ?? inspected?.workspaceValue ?? inspected?.globalValue;
}

/** Undefined where there is to be no server; a text where the value is not a port. */
export function portOf(value: unknown): { readonly port?: number; readonly problem?: string } {
  if (value === null) return {};
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535)
    return { port: value };
  return {
    problem: `molehill.httpPort is ${JSON.stringify(value)}; it must be 0, null or a port from 1 to 65535`,
  };
}
