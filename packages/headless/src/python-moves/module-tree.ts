import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { partsBelow } from './moved-paths.ts';

const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const INITS = ['__init__.py', '__init__.pyi'];

export interface Resolved {
  /** The folder that the first name was found in. */
  readonly root: string;
  /** The modules of the names, from the first on, as far as they exist. */
  readonly modules: readonly string[];
}

export interface SearchFolders {
  readonly folders: readonly string[];
  /** Workspace folders, `src` in them and those of the settings, in the order in which they are searched. */
  readonly configured: readonly string[];
}

/** The Python modules of the workspace, and how imports find them. */
export class ModuleTree {
  readonly #files: ReadonlySet<string>;
  readonly #folders = new Set<string>();
  readonly #search: SearchFolders;
  /** Folders that contain a package with `__init__.py`. */
  readonly #packageRoots: readonly string[];

  readonly #projectRoots: readonly string[];

  constructor(files: Iterable<string>, search: SearchFolders) {
    this.#files = new Set(files);
    this.#search = search;
    for (const file of this.#files) this.#addFolders(dirname(file));
    const packages = [...this.#folders].filter((folder) => this.#hasInit(folder));
    this.#packageRoots = [...new Set(packages.map((folder) => this.#rootAbove(folder)))];
    this.#projectRoots = this.#packageRoots.filter(
      (root) => search.configured.includes(root) || isProject(root),
    );
  }

  /** The file of a module; undefined for a folder without `__init__.py` and for what does not exist. */
  fileOf(module: string): string | undefined {
    const paths = [...INITS.map((name) => join(module, name)), `${module}.py`, `${module}.pyi`];
    return paths.find((path) => this.#files.has(path));
  }

  isModule(module: string): boolean {
    return this.fileOf(module) !== undefined || this.#folders.has(module);
  }

  isPackage(module: string): boolean {
    return this.#folders.has(module);
  }

  /** Undefined where nothing of the workspace has the first name. */
  resolve(parts: readonly string[], importer: string): Resolved | undefined {
    let best: Resolved | undefined;
    for (const root of this.visibleRoots(importer)) {
      const modules = this.#descend(root, parts);
      if (modules.length > 0 && this.#isBetter({ root, modules }, best)) best = { root, modules };
    }
    return best;
  }

  /** Where imports in a file search, in order: its own project, where the settings say, and beside it, as scripts do. */
  visibleRoots(importer: string): readonly string[] {
    const own = this.#rootAbove(dirname(importer));
    const first = this.#projectRoots.includes(own) ? [own] : [];
    return [...new Set([...first, ...this.#search.configured, own, ...this.#packageRoots])];
  }

  /**
   * The folder that the full name of a module starts from. A folder that contains packages is one where it is the folder
   * of a project; otherwise it is taken for a package without `__init__.py`.
   */
  rootOf(module: string): string {
    const outermost = this.#outermostPackage(module);
    const root = outermost && dirname(outermost);
    if (root !== undefined && (this.#projectRoots.includes(root) || !this.#isBelowWorkspace(root)))
      return root;
    return this.configuredRootOf(module, this.#projectRoots) ?? root ?? dirname(module);
  }

  /** The innermost searched folder that contains it. */
  configuredRootOf(module: string, others: readonly string[] = []): string | undefined {
    return [...this.#search.configured, ...others]
      .filter((root) => root !== module && isInside(root, module))
      .toSorted((a, b) => b.length - a.length)[0];
  }

  /** A folder of a package with `__init__.py` that has none itself. */
  isInPackageWithoutInit(folder: string): boolean {
    return (
      this.#folders.has(folder) && !this.#hasInit(folder) && this.#outermostPackage(folder) !== undefined
    );
  }

  #outermostPackage(module: string): string | undefined {
    const workspace = this.#search.folders.find((folder) => isInside(folder, module));
    let found: string | undefined;
    for (let folder = module; ; folder = dirname(folder)) {
      const isPackage = this.#hasInit(folder);
      if (isPackage) found = folder;
      const isBelow = workspace !== undefined && folder !== workspace && isInside(workspace, folder);
      if ((!isBelow && !isPackage) || folder === dirname(folder)) return found;
    }
  }

  #isBetter(one: Resolved, best: Resolved | undefined): boolean {
    if (!best) return true;
    const difference = one.modules.length - best.modules.length;
    return difference > 0 || (difference === 0 && !this.#isRegular(best) && this.#isRegular(one));
  }

  /** A folder without `__init__.py` gives way to a module of the same name that is found later. */
  #isRegular({ modules }: Resolved): boolean {
    return this.fileOf(modules[0] ?? '') !== undefined;
  }

  #descend(root: string, parts: readonly string[]): readonly string[] {
    const modules: string[] = [];
    let module = root;
    for (const part of parts) {
      module = join(module, part);
      if (!this.isModule(module)) break;
      modules.push(module);
    }
    return modules;
  }

  #hasInit(folder: string): boolean {
    return INITS.some((name) => this.#files.has(join(folder, name)));
  }

  #rootAbove(folder: string): string {
    return this.#hasInit(folder) ? this.#rootAbove(dirname(folder)) : folder;
  }

  #addFolders(start: string): void {
    for (let folder = start; !this.#folders.has(folder) && this.#isBelowWorkspace(folder); ) {
      this.#folders.add(folder);
      folder = dirname(folder);
    }
  }

  #isBelowWorkspace(folder: string): boolean {
    return this.#search.folders.some((workspace) => isInside(workspace, folder));
  }
}

function isProject(folder: string): boolean {
  return basename(folder) === 'src' || PROJECT_FILES.some((name) => existsSync(join(folder, name)));
}

/** The names of a module below a folder; undefined where one of them cannot be imported. */
export function importableParts(root: string, module: string): readonly string[] | undefined {
  const parts = partsBelow(root, module);
  const isName = (part: string) => /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(part) && !KEYWORDS.has(part);
  return parts?.every(isName) ? parts : undefined;
}
