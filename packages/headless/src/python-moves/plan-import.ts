import type { TextEdit } from 'vscode-languageserver-types';
import type { ImportTargets } from './import-targets.ts';
import type { MovedModules } from './moved-modules.ts';
import type { ImportedName } from './syntax.ts';
import { replace } from './text-edits.ts';

/** The dotted name of `import a.b.c` after the moves; undefined for a module of another place. */
export function movedName(
  { name }: ImportedName,
  importer: string,
  targets: ImportTargets,
  modules: MovedModules,
): string | undefined {
  const target = targets.absolute(name, importer);
  if (!target) return undefined;
  if (modules.isSame(target.module, importer)) return name;
  return [...modules.absoluteParts(target, importer), ...target.rest].join('.');
}

/** Whether uses of the name begin with the full name of a module, and not with a name that stays. */
export function isBoundByFirstName({ name, alias }: ImportedName, moved: string): boolean {
  return alias === null && (name.includes('.') || name === moved);
}

/** The edit of one name of `import …`, together with modules that its uses need besides. */
export function planImport(
  imported: ImportedName,
  moved: string,
  needed: Iterable<string>,
): readonly TextEdit[] {
  const { name, alias, start, nameEnd } = imported;
  const stays = alias === null && !isBoundByFirstName(imported, moved);
  const text = [stays ? `${moved} as ${name}` : moved, ...needed].join(', ');
  return text === name ? [] : [replace(start, nameEnd, text)];
}
