import { editorErrors } from '@molehill/editor/errors';
import type { Runner } from '../framework.ts';

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
