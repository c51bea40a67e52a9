import { existsSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { pythonInterpreter } from '../python-interpreter.ts';
import type { LanguageProject } from './language-server.ts';

/** What npm, pnpm and Yarn write last. */
const RECORDS = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml', '.yarn-integrity'];

/** What changes with the packages in `node_modules` of a folder and of those above it. */
export function nodePackages({ folder }: LanguageProject): readonly string[] {
  return ancestors(folder).flatMap((ancestor) => {
    const modules = join(ancestor, 'node_modules');
    if (!existsSync(modules)) return [];
    const records = RECORDS.map((name) => join(modules, name)).filter((path) => existsSync(path));
    return records.length > 0 ? records : [modules];
  });
}

/** What changes with the virtual environment of a folder, and with the packages in it. */
export function pythonPackages({ folder, env }: LanguageProject): readonly string[] {
  const interpreter = pythonInterpreter(folder, env);
  if (!isAbsolute(interpreter)) return [];
  const root = dirname(dirname(interpreter));
  const versions = namesIn(join(root, 'lib')).filter((name) => name.startsWith('python'));
  const folders = [join(root, 'Lib'), ...versions.map((name) => join(root, 'lib', name))];
  return [interpreter, ...folders.map((each) => join(each, 'site-packages'))];
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
