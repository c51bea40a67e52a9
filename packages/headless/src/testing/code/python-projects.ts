import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonSources } from '../../../../../test/engines/code-packages.ts';

const run = promisify(execFile);
const scripts = fileURLToPath(new URL('python', import.meta.url));

export type PythonPackage = 'rich' | 'markdown-it' | 'networkx';

/** The folder of the package, which is also the name to import. */
const folders: Readonly<Record<PythonPackage, string>> = {
  rich: 'rich',
  'markdown-it': 'markdown_it',
  networkx: 'networkx',
};

export interface PythonProject {
  /** What the smoke script of the project prints. */
  smoke(): Promise<string>;
  /** The modules that cannot be imported, with the reason. */
  broken(): Promise<readonly string[]>;
}

/**
 * Makes a folder a project with the sources of a package and a smoke script that uses it; undefined where they cannot
 * be fetched.
 */
export async function writePythonProject(
  name: PythonPackage,
  folder: string,
): Promise<PythonProject | undefined> {
  const sources = await pythonSources(name);
  const dependencies = await pythonSources('python-dependencies');
  if (sources === undefined || dependencies === undefined) return undefined;
  const module = folders[name];
  cpSync(join(sources, module), join(folder, module), { recursive: true });
  cpSync(join(scripts, `${module}_smoke.py`), join(folder, 'smoke.py'));
  const python = async (...args: string[]) => {
    const env = { ...process.env, PYTHONPATH: dependencies, PYTHONDONTWRITEBYTECODE: '1' };
    return (await run('python3', args, { cwd: folder, env })).stdout;
  };
  return {
    smoke: () => python('smoke.py'),
    broken: async () => {
      const output = await python(join(scripts, 'import_all.py'), module);
      return output.split('\n').filter(Boolean);
    },
  };
}
