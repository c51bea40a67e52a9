import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { coreErrors, messageOf } from './errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** All paths of the state directory. Nothing is written outside it and the project. */
export interface StatePaths {
  readonly root: string;
  readonly config: string;
  readonly audit: string;
  readonly httpToken: string;
}

export function stateDirectory(
  env: Env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.MOLEHILL_HOME) return resolve(env.MOLEHILL_HOME);
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Molehill');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Molehill');
  const xdg = env.XDG_STATE_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.local', 'state'), 'molehill');
}

export function statePaths(root: string): StatePaths {
  return {
    root,
    config: join(root, 'config.json'),
    audit: join(root, 'audit.jsonl'),
    httpToken: join(root, 'http-token'),
  };
}

/** Creates the state directory with mode 0700. */
export function ensureStateDirectory(root: string): void {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    if (!statSync(root).isDirectory()) throw new Error('not a directory');
    accessSync(root, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = messageOf(cause);
    throw coreErrors.fail('E_STATE_DIR', `The state directory ${root} cannot be used: ${reason}`, { cause });
  }
}
