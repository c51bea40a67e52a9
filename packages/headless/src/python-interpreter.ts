import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from './machine-tools/machine-tool.ts';

const PROGRAM = process.platform === 'win32' ? join('Scripts', 'python.exe') : join('bin', 'python');

/** The interpreter of the project: its virtual environment, the active one, or the first in PATH. */
export function pythonInterpreter(root: string, env: Env = process.env): string {
  const own = virtualEnvironment(root);
  if (own) return own;
  const active = [env.VIRTUAL_ENV, env.CONDA_PREFIX].filter((folder) => folder !== undefined);
  const found = active.map((folder) => join(folder, PROGRAM)).find((path) => existsSync(path));
  return found ?? (process.platform === 'win32' ? 'python' : 'python3');
}

/** In the folder of the project or above it, up to the root of its repository. */
function virtualEnvironment(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = ['.venv', 'venv']
      .map((name) => join(folder, name, PROGRAM))
      .find((path) => existsSync(path));
    if (found) return found;
    if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return undefined;
  }
}
