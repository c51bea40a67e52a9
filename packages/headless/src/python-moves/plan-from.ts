import { basename, dirname, join } from 'node:path';
import type { TextEdit } from 'vscode-languageserver-types';
import type { ImportTarget, ImportTargets } from './import-targets.ts';
import type { FoundModule, MovedModules } from './moved-modules.ts';
import type { ImportedName, ImportStatement } from './syntax.ts';
import { insertBefore, replace } from './text-edits.ts';

/** What follows `from` and `import` after the moves; a top-level module has nothing to follow `from`. */
interface NewImport {
  readonly from: string | undefined;
  readonly name: string;
  readonly old: ImportedName;
}

/** The edits of `from … import …`. */
export function planFrom(
  statement: ImportStatement,
  importer: string,
  targets: ImportTargets,
  modules: MovedModules,
): readonly TextEdit[] {
  const target = targets.from(statement, importer);
  if (!target) return [];
  const texts = new FromTexts(statement, importer, modules);
  const names = statement.names.map((old): NewImport => {
    const submodule = old.name === '*' ? undefined : targets.submodule(target, old.name);
    return submodule ? texts.ofModule(submodule, old) : { from: texts.ofTarget(target), name: old.name, old };
  });
  return editsOf(statement, names);
}

class FromTexts {
  readonly #statement: ImportStatement;
  readonly #importer: string;
  readonly #modules: MovedModules;

  constructor(statement: ImportStatement, importer: string, modules: MovedModules) {
    this.#statement = statement;
    this.#importer = importer;
    this.#modules = modules;
  }

  ofTarget(target: ImportTarget): string {
    const modules = this.#modules;
    if (modules.isSame(target.module, this.#importer)) return writtenModule(this.#statement);
    const module = join(modules.moduleAfter(target.module), ...target.rest);
    const relative = this.#relative(module);
    return relative ?? [...modules.absoluteParts(target, this.#importer), ...target.rest].join('.');
  }

  ofModule(found: FoundModule, old: ImportedName): NewImport {
    const modules = this.#modules;
    if (modules.isSame(found.module, this.#importer))
      return { from: writtenModule(this.#statement), name: old.name, old };
    const module = modules.moduleAfter(found.module);
    const relative = this.#relative(module) && this.#relative(dirname(module));
    if (relative !== undefined) return { from: relative, name: basename(module), old };
    const parts = modules.absoluteParts(found, this.#importer);
    return { from: parts.slice(0, -1).join('.') || undefined, name: parts.at(-1) ?? '', old };
  }

  #relative(module: string): string | undefined {
    return this.#statement.level > 0 ? this.#modules.relativeText(module, this.#importer) : undefined;
  }
}

function writtenModule({ level, module }: ImportStatement): string {
  return '.'.repeat(level) + module;
}

function editsOf(statement: ImportStatement, names: readonly NewImport[]): readonly TextEdit[] {
  const { moduleStart, moduleEnd } = statement;
  const written = writtenModule(statement);
  const froms = [...new Set(names.map(({ from }) => from))];
  const kept = froms.includes(written) ? written : froms.find((from) => from !== undefined);
  if (!moduleStart || !moduleEnd) return [];
  if (kept === undefined) return [replace(statement.start, statement.end, statementOf(undefined, names))];
  const added = froms
    .filter((from) => from !== kept)
    .map((from) =>
      insertBefore(
        statement,
        statementOf(
          from,
          names.filter((one) => one.from === from),
        ),
      ),
    );
  return [
    ...added,
    ...(kept === written ? [] : [replace(moduleStart, moduleEnd, kept)]),
    ...names.flatMap((one) => (one.from === kept && one.name !== one.old.name ? [renamed(one)] : [])),
    ...removals(statement, names, kept),
  ];
}

function statementOf(from: string | undefined, names: readonly NewImport[]): string {
  const texts = names.map(({ name, old }) => {
    const bound = old.alias ?? old.name;
    return name === bound && old.alias === null ? name : `${name} as ${bound}`;
  });
  return `${from === undefined ? '' : `from ${from} `}import ${texts.join(', ')}`;
}

/** The name that the file uses stays. */
function renamed({ name, old }: NewImport): TextEdit {
  return replace(old.start, old.nameEnd, old.alias === null ? `${name} as ${old.name}` : name);
}

/** Each name goes with the comma that separates it from the names that stay, or with its line. */
function removals(
  { moduleEnd, end }: ImportStatement,
  names: readonly NewImport[],
  kept: string,
): readonly TextEdit[] {
  const first = names.findIndex(({ from }) => from === kept);
  return names.flatMap(({ from, old }, index) => {
    if (from === kept) return [];
    const [previous, next] = [names[index - 1]?.old, names[index + 1]?.old];
    const [lineBefore = 0] = previous?.end ?? moduleEnd ?? [];
    const [lineAfter] = next?.start ?? end;
    if (lineBefore < old.start[0] && old.end[0] < lineAfter)
      return [replace([old.start[0], 0], [old.end[0] + 1, 0], '')];
    if (index > first && previous) return [replace(previous.end, old.end, '')];
    return next ? [replace(old.start, next.start, '')] : [];
  });
}
