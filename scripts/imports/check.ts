import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findCycles } from './cycles.ts';
import { exportedFile, folderOf, type Package, packageNamed, readPackages } from './packages.ts';
import type { ImportRules } from './rules.ts';
import { type Import, importsOf, isTestFile } from './source.ts';

export interface ImportReport {
  readonly files: number;
  readonly problems: readonly string[];
}

const SOURCES = ['packages/*/src/**/*.{ts,tsx}', '{test,bench,scripts}/**/*.{ts,mjs}'];

/** Checks directions between packages, library rules, deep imports and cycles in the tree below `root`. */
export function checkImports(root: string, rules: ImportRules): ImportReport {
  const packages = readPackages(root);
  const files = globSync(SOURCES, { cwd: root }).sort();
  const imports = files.flatMap((file) => importsOf(root, file));
  const problems = imports.flatMap((found) => {
    const problem = problemOf(found, rules, packages);
    return problem ? [`${found.file}: ${problem}`] : [];
  });
  const cycles = cyclesAmong(imports, packages).map((cycle) => `import cycle: ${cycle.join(' → ')}`);
  return { files: files.length, problems: [...problems, ...missingFiles(root, packages), ...cycles] };
}

function problemOf(found: Import, rules: ImportRules, packages: readonly Package[]): string | undefined {
  const { file, specifier } = found;
  if (specifier.startsWith('.')) return relativeProblem(found);
  const importer = folderOf(file);
  const typesFor = rules.typesOnly[specifier];
  if (typesFor === importer) return found.kind === 'type' ? undefined : `${specifier} is for types only`;
  const target = packageNamed(specifier, packages);
  if (target) return directionProblem(found, target, rules);
  const only = rules.libraries.filter(([library]) => library.test(specifier)).map(([, path]) => path);
  if (only.length === 0 || isTestFile(file) || only.some((path) => file.startsWith(path))) return undefined;
  return `only ${only.join(' and ')} may import ${specifier}`;
}

function directionProblem(found: Import, target: Package, rules: ImportRules): string | undefined {
  const { file, specifier } = found;
  if (exportedFile(specifier, target) === undefined) return `${target.name} does not export ${specifier}`;
  const importer = folderOf(file);
  if (importer === '' || importer === target.folder) return undefined;
  const allowed = [
    ...(rules.packages[importer] ?? []),
    ...(rules.files[file] ?? []),
    ...(isTestFile(file) ? rules.testsMayImport : []),
  ];
  return allowed.includes(target.folder) ? undefined : `${importer} may not import ${target.folder}`;
}

/** Test code may import what is shared below `test/`. Other imports stay inside their package, except for data files. */
function relativeProblem({ file, specifier }: Import): string | undefined {
  const target = join(dirname(file), specifier);
  const folder = folderOf(target);
  if (folder !== '' && folder !== folderOf(file) && /\.tsx?$/.test(target))
    return `imports the source of another package: ${specifier}`;
  if (folder === '' && !isTestFile(file) && !/\.(json|css)$/.test(target))
    return `imports test code: ${specifier}`;
  return undefined;
}

function missingFiles(root: string, packages: readonly Package[]): string[] {
  return packages.flatMap(({ folder, exports }) =>
    Object.entries(exports)
      .filter(([, path]) => !existsSync(join(root, 'packages', folder, path)))
      .map(([subpath]) => `packages/${folder}/package.json: exports a missing file as ${subpath}`),
  );
}

/** A dynamic import runs later, so it closes no cycle. A type import does: the two files cannot be read apart. */
function cyclesAmong(imports: readonly Import[], packages: readonly Package[]): string[][] {
  const graph = new Map<string, string[]>();
  for (const { file, specifier, kind } of imports) {
    const target = targetOf(file, specifier, packages);
    if (kind === 'dynamic' || target === undefined) continue;
    graph.set(file, [...(graph.get(file) ?? []), target]);
  }
  return findCycles(graph);
}

function targetOf(file: string, specifier: string, packages: readonly Package[]): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const target = packageNamed(specifier, packages);
  return target && exportedFile(specifier, target);
}
