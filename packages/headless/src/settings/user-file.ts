import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Env } from '../machine-tools/machine-tool.ts';

/** Folders of user data, the usual one first. */
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium'];

/** The settings of the user's own VS Code, or a file of the state directory where this machine has none. */
export function userSettingsFile(
  env: Env,
  stateRoot: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const editors = EDITORS.map((editor) => join(userDataRoot(env, platform), editor));
  const portable = env.VSCODE_PORTABLE ? [join(env.VSCODE_PORTABLE, 'user-data')] : [];
  const files = [...portable, ...editors].map((folder) => join(folder, 'User', 'settings.json'));
  return files.find((file) => existsSync(dirname(file))) ?? join(stateRoot, 'settings.json');
}

function userDataRoot(env: Env, platform: NodeJS.Platform): string {
  const home = env.HOME || homedir();
  if (platform === 'win32') return env.APPDATA || join(env.USERPROFILE || home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  const { XDG_CONFIG_HOME: xdg } = env;
  return xdg && isAbsolute(xdg) ? xdg : join(home, '.config');
}
