import { isAbsolute } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration, WorkspaceHost } from '@molehill/editor/host';

/** Programs of packages may be installed above the workspace folder. */
const INSTALLED = /[\\/]node_modules[\\/]/;

/** Only programs of the workspace run unasked. E_UNTRUSTED_WORKSPACE. */
export function checkTrust(workspace: WorkspaceHost, folder: string, launch: DebugConfiguration): void {
  if (!workspace.isTrusted(folder)) throw untrusted(folder);
  const { request, program, cwd } = launch;
  if (request === 'attach') return;
  const outside = [program, cwd].find((path) => isOutside(workspace, path));
  if (outside !== undefined) throw untrusted(String(outside));
}

function isOutside(workspace: WorkspaceHost, path: unknown): boolean {
  return typeof path === 'string' && isAbsolute(path) && !INSTALLED.test(path) && !workspace.isTrusted(path);
}

function untrusted(path: string) {
  const message = `${path} is outside the folders that Molehill was started for.`;
  return editorErrors.fail('E_UNTRUSTED_WORKSPACE', message);
}
