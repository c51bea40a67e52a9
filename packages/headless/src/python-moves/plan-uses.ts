import { editorErrors } from '@molehill/editor/errors';
import type { TextEdit } from 'vscode-languageserver-types';
import type { ImportTargets } from './import-targets.ts';
import type { FoundModule, MovedModules } from './moved-modules.ts';
import { partsBelow } from './moved-paths.ts';
import { isBoundByFirstName, movedName } from './plan-import.ts';
import type { ImportedName, ImportStatement, NameChain, ParsedFile } from './syntax.ts';
import { replace } from './text-edits.ts';

/** An import that binds the first name of a use. */
interface Binding {
  readonly statement: ImportStatement;
  readonly imported: ImportedName;
  readonly bound: FoundModule;
  /** The name after the moves, where uses begin with the full name of the module. */
  readonly fullName: string | undefined;
}

/** A use of a module, as far as its names are modules. */
interface ModuleUse {
  readonly chain: NameChain;
  readonly bindings: readonly [Binding, ...Binding[]];
  readonly module: string;
  /** How many names lead to the module. */
  readonly length: number;
}

export interface UsePlan {
  readonly edits: readonly TextEdit[];
  /** Modules that an `import` must name besides. */
  readonly needed: ReadonlyMap<ImportedName, ReadonlySet<string>>;
  /** Modules that must be imported before a statement. */
  readonly added: ReadonlyMap<ImportStatement, ReadonlySet<string>>;
  /** Lines, from 1, of uses whose place Python does not tell. */
  readonly unplaced: readonly number[];
}

/** The edits of uses such as `a.b.c.f()` in one file. */
export function planUses(file: ParsedFile, targets: ImportTargets, modules: MovedModules): UsePlan {
  return new UsePlanner(file, targets, modules).plan();
}

class UsePlanner {
  readonly #file: ParsedFile;
  readonly #targets: ImportTargets;
  readonly #modules: MovedModules;
  readonly #edits: TextEdit[] = [];
  readonly #needed = new Map<ImportedName, Set<string>>();
  readonly #added = new Map<ImportStatement, Set<string>>();
  readonly #unplaced: number[] = [];

  constructor(file: ParsedFile, targets: ImportTargets, modules: MovedModules) {
    this.#file = file;
    this.#targets = targets;
    this.#modules = modules;
  }

  plan(): UsePlan {
    this.#checkImports();
    const uses = this.#file.chains.flatMap((chain) => this.#useOf(chain) ?? []);
    // An import of the longest name makes those before it available.
    for (const use of uses.toSorted((a, b) => b.length - a.length)) {
      const { fullName } = use.bindings[0];
      if (fullName === undefined) this.#planAliased(use);
      else this.#planFull(use);
    }
    return { edits: this.#edits, needed: this.#needed, added: this.#added, unplaced: this.#unplaced };
  }

  #useOf(chain: NameChain): ModuleUse | undefined {
    const bindings = chain.bindings.flatMap(([statement, name]) => this.#bindingOf(statement, name) ?? []);
    const full = bindings.filter(({ fullName }) => fullName !== undefined);
    const [first, ...others] = full.length > 0 ? full : bindings;
    if (!first) return undefined;
    let { module } = first.bound;
    let length = 1;
    for (const part of chain.parts.slice(1)) {
      const inner = this.#targets.submodule({ module, root: first.bound.root, rest: [] }, part);
      if (!inner) break;
      module = inner.module;
      length += 1;
    }
    return { chain, bindings: [first, ...others], module, length };
  }

  #bindingOf(statementIndex: number, nameIndex: number): Binding | undefined {
    const statement = this.#file.imports[statementIndex];
    const imported = statement?.names[nameIndex];
    if (!statement || !imported) return undefined;
    const bound = this.#targets.bound(statement, imported, this.#file.path);
    if (!bound) return undefined;
    const moved = statement.isFrom
      ? undefined
      : movedName(imported, this.#file.path, this.#targets, this.#modules);
    const isFull = moved !== undefined && isBoundByFirstName(imported, moved);
    return { statement, imported, bound, fullName: isFull ? moved : undefined };
  }

  /** The first name of the use is that of a package, as after `import a.b.c`. */
  #planFull(use: ModuleUse): void {
    const [{ imported, bound }] = use.bindings;
    const old = use.chain.parts.slice(0, use.length).join('.');
    const now = this.#absoluteName({ module: use.module, root: bound.root }, old);
    if (now !== old) this.#replace(use, now);
    const before = prefixesOf(use.bindings.map((one) => one.imported.name));
    const needed = this.#needed.get(imported) ?? new Set<string>();
    const after = prefixesOf([...use.bindings.map(({ fullName = '' }) => fullName), ...needed]);
    const [first = ''] = now.split('.');
    if (after.has(now) || (!before.has(old) && after.has(first))) return;
    this.#assertFree(first, use.chain.start[0]);
    this.#needed.set(imported, needed.add(now));
  }

  /** The first name of the use stays, and leads to the module as long as that is inside of what the name is bound to. */
  #planAliased(use: ModuleUse): void {
    const [{ statement, bound }] = use.bindings;
    const [first = ''] = use.chain.parts;
    const [outer, inner] = [this.#modules.moduleAfter(bound.module), this.#modules.moduleAfter(use.module)];
    if (use.length === 1) return;
    const below = partsBelow(outer, inner);
    const old = use.chain.parts.slice(0, use.length).join('.');
    if (below) {
      const now = [first, ...below].join('.');
      if (now !== old) this.#replace(use, now);
      return;
    }
    const now = this.#absoluteName({ module: use.module, root: bound.root }, old);
    this.#assertFree(now.split('.')[0] ?? '', use.chain.start[0]);
    this.#replace(use, now);
    this.#added.set(statement, (this.#added.get(statement) ?? new Set<string>()).add(now));
  }

  #absoluteName(found: FoundModule, old: string): string {
    if (this.#modules.isSame(found.module, this.#file.path)) return old;
    return this.#modules.absoluteParts(found, this.#file.path).join('.');
  }

  #replace({ chain, length }: ModuleUse, text: string): void {
    const end = chain.ends[length - 1];
    if (chain.isExact && end) this.#edits.push(replace(chain.start, end, text));
    else this.#unplaced.push(chain.start[0] + 1);
  }

  /** `import a.b` binds `a`, and after the move the first name of another package. */
  #checkImports(): void {
    for (const statement of this.#file.imports)
      for (const imported of statement.isFrom ? [] : statement.names) {
        const moved = movedName(imported, this.#file.path, this.#targets, this.#modules);
        if (moved === undefined || !isBoundByFirstName(imported, moved)) continue;
        const [[before], [after = '']] = [imported.name.split('.'), moved.split('.')];
        if (before !== after) this.#assertFree(after, statement.start[0]);
      }
  }

  /** E_CONFLICT where a name has another meaning in this file. */
  #assertFree(name: string, line: number): void {
    const isTaken =
      this.#file.localNames.includes(name) ||
      this.#file.imports.some(({ isFrom, names }) =>
        names.some((one) => (one.alias ?? (isFrom ? one.name : undefined)) === name),
      );
    if (!isTaken) return;
    const message = `Line ${line + 1} of ${this.#file.path} would use the package ${name} after the move, and ${name} is something else in that file. Nothing was changed.`;
    const hint = 'Import the module by `import … as …` there, then call again.';
    throw editorErrors.fail('E_CONFLICT', message, { hint });
  }
}

/** `import a.b.c` makes `a`, `a.b` and `a.b.c` available. */
function prefixesOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.flatMap((name) => {
      const parts = name.split('.');
      return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
    }),
  );
}
