import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmSources } from './code-packages.ts';

export type TypescriptPackage = 'rxjs' | 'effect';

const shared = { strict: true, noEmit: true, skipLibCheck: true };

/** Under these settings each package compiles with as few errors as its published sources allow. */
const settings: Readonly<Record<TypescriptPackage, object>> = {
  rxjs: {
    ...shared,
    target: 'es2016',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2016', 'es2017.object', 'es2018.asyncgenerator', 'es2018.asynciterable', 'dom'],
    types: [],
  },
  effect: {
    ...shared,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
  },
};

/** Makes a folder a project with the sources of a package; false where they cannot be fetched. */
export async function writeTypescriptProject(name: TypescriptPackage, folder: string): Promise<boolean> {
  const nodeModules = await npmSources(name);
  if (nodeModules === undefined) return false;
  cpSync(join(nodeModules, name, 'src'), join(folder, 'src'), { recursive: true });
  symlinkSync(nodeModules, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }));
  const tsconfig = { compilerOptions: settings[name], include: ['src'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  return true;
}
