import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import type { Runner } from '../framework.ts';

const PROGRAM = process.platform === 'win32' ? join('Scripts', 'python.exe') : join('bin', 'python');

/** The interpreter of the project: its virtual environment, the active one, or the first in PATH. */
export function pythonInterpreter(root: string, env: NodeJS.ProcessEnv = process.env): string {
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

const MODULES = ['pytest', 'xdist', 'pytest_cov'] as const;
type Module = (typeof MODULES)[number];

const PROBE = `import importlib.util as u
for name in ${JSON.stringify(MODULES)}:
    if u.find_spec(name): print(name)`;

/** Which modules the interpreter has. E_TESTS_NOT_DISCOVERED without pytest. */
export async function pythonModules(
  python: string,
  cwd: string,
  runner: Runner,
): Promise<ReadonlySet<Module>> {
  const found = new Set<Module>();
  await runner.run({ command: python, args: ['-c', PROBE], cwd }, (line) => {
    const module = MODULES.find((name) => name === line.trim());
    if (module) found.add(module);
  });
  if (found.has('pytest')) return found;
  throw editorErrors.fail('E_TESTS_NOT_DISCOVERED', `pytest is not installed in ${python}.`, {
    hint: `Install it with ${python} -m pip install pytest, or make a virtual environment .venv that has it.`,
  });
}
