import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Package {
  /** The folder below `packages/`. */
  readonly folder: string;
  readonly name: string;
  /** Subpaths that other packages may import, and the file of each. */
  readonly exports: Readonly<Record<string, string>>;
}

export function readPackages(root: string): Package[] {
  return globSync('packages/*/package.json', { cwd: root }).map((path) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return { folder: folderOf(path), name, exports };
  });
}

/** The package of a path below `packages/`, or '' for any other path. */
export function folderOf(path: string): string {
  const [top, folder = ''] = path.split('/');
  return top === 'packages' ? folder : '';
}

export function packageNamed(specifier: string, packages: readonly Package[]): Package | undefined {
  return packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
}

/** The file a specifier names, or undefined where the package does not export it. */
export function exportedFile(specifier: string, { folder, name, exports }: Package): string | undefined {
  const target = exports[`.${specifier.slice(name.length)}`];
  return target === undefined ? undefined : join('packages', folder, target);
}
