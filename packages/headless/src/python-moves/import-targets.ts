import { dirname, join } from 'node:path';
import type { ModuleTree } from './module-tree.ts';
import type { FoundModule } from './moved-modules.ts';
import { moduleOf } from './moved-paths.ts';
import type { ImportedName, ImportStatement, ParsedFile } from './syntax.ts';

/** What an import names: the longest part of it that is a module of the workspace, and the names after that. */
export interface ImportTarget extends FoundModule {
  readonly rest: readonly string[];
}

/** Finds the modules that the imports of parsed files name. */
export class ImportTargets {
  readonly #tree: ModuleTree;
  readonly #files: ReadonlyMap<string, ParsedFile>;

  constructor(tree: ModuleTree, files: ReadonlyMap<string, ParsedFile>) {
    this.#tree = tree;
    this.#files = files;
  }

  /** Undefined for a module of another place. */
  absolute(name: string, importer: string): ImportTarget | undefined {
    const parts = name.split('.');
    const resolved = this.#tree.resolve(parts, importer);
    const module = resolved?.modules.at(-1);
    if (!resolved || module === undefined) return undefined;
    return { module, root: resolved.root, rest: parts.slice(resolved.modules.length) };
  }

  /** The module after `from`. */
  from({ level, module }: ImportStatement, importer: string): ImportTarget | undefined {
    if (level === 0) return this.absolute(module, importer);
    let folder = dirname(importer);
    for (let step = 1; step < level; step += 1) folder = dirname(folder);
    const root = this.#tree.rootOf(moduleOf(importer));
    return { module: module === '' ? folder : join(folder, ...module.split('.')), root, rest: [] };
  }

  /** The module that is an attribute of a package, where the package has no other value of that name. */
  submodule({ module, root, rest }: ImportTarget, name: string): FoundModule | undefined {
    const inner = join(module, name);
    if (rest.length > 0 || !this.#tree.isPackage(module) || !this.#tree.isModule(inner)) return undefined;
    return this.#isShadowed(module, name) ? undefined : { module: inner, root };
  }

  /** The module that a name is bound to by an import; undefined for a value. */
  bound(
    statement: ImportStatement,
    { name, alias }: ImportedName,
    importer: string,
  ): FoundModule | undefined {
    if (statement.isFrom) {
      const target = this.from(statement, importer);
      return target && this.submodule(target, name);
    }
    const [first = ''] = name.split('.');
    const target = this.absolute(name, importer);
    if (alias !== null) return target?.rest.length === 0 ? target : undefined;
    return target && { module: join(target.root, first), root: target.root };
  }

  #isShadowed(folder: string, name: string): boolean {
    const file = this.#parsed(folder);
    return file !== undefined && this.#binds(file, name, { except: join(folder, name), seen: new Set() });
  }

  /** Files that do not contain the name are not parsed. */
  #parsed(module: string): ParsedFile | undefined {
    return this.#files.get(this.#tree.fileOf(module) ?? '');
  }

  #binds(file: ParsedFile, name: string, search: BindingSearch): boolean {
    if (search.seen.has(file.path)) return false;
    search.seen.add(file.path);
    if (file.topNames.includes(name)) return true;
    return file.imports.some(
      (statement) => statement.isTop && this.#importBinds(file, statement, name, search),
    );
  }

  #importBinds(file: ParsedFile, statement: ImportStatement, name: string, search: BindingSearch): boolean {
    return statement.names.some((one) => {
      if (one.name === '*') return this.#starBinds(file, statement, name, search);
      const bound = one.alias ?? (statement.isFrom ? one.name : one.name.split('.')[0]);
      if (bound !== name) return false;
      const target = statement.isFrom ? this.from(statement, file.path) : this.absolute(one.name, file.path);
      const module = statement.isFrom && target ? join(target.module, one.name) : target?.module;
      return module !== search.except;
    });
  }

  #starBinds(file: ParsedFile, statement: ImportStatement, name: string, search: BindingSearch): boolean {
    const target = this.from(statement, file.path);
    const source = target?.rest.length === 0 ? this.#parsed(target.module) : undefined;
    if (!source) return false;
    if (source.exported) return source.exported.includes(name);
    return !name.startsWith('_') && this.#binds(source, name, search);
  }
}

interface BindingSearch {
  /** The module itself, whose binding is not another value. */
  readonly except: string;
  readonly seen: Set<string>;
}
